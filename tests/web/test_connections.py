"""Connections of those who take their time on purpose: slow heads, silence, answers that are not read."""

import select
import socket
import threading
import time
from collections.abc import Iterator

import httpx
import pytest
import uvicorn

from pitboss.web.server import configure
from web.clients import LOOSE, House

STEPS, PAUSE = 3_000, 0.01
"""How often an attacker goes on, and how long between: far longer than they are allowed."""
HEAD = b"GET /healthz HTTP/1.1\r\nHost: floor\r\n"


class Serving:
    """A server, and sockets to it."""

    def __init__(self, server: uvicorn.Server, port: int) -> None:
        self.server, self.port = server, port
        self.address = f"http://127.0.0.1:{port}"

    def connect(self) -> socket.socket:
        made = socket.socket()
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        made.settimeout(30)
        made.connect(("127.0.0.1", self.port))
        return made

    @property
    def connections(self) -> int:
        return len(self.server.server_state.connections)

    def has_let_go(self) -> bool:
        """Whether every connection is closed before long."""
        for _ in range(STEPS):
            if not self.connections:
                return True
            time.sleep(PAUSE)
        return False


@pytest.fixture
def serving(house: House) -> Iterator[Serving]:
    limits = LOOSE._replace(header_seconds=1, send_seconds=1, body_seconds=1, header_bytes=8 * 1024)
    house.limit(limits)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        server = uvicorn.Server(configure(house.app, limits))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        yield Serving(server, listening.getsockname()[1])
        server.should_exit = True
        thread.join()


def is_cut_off(attacker: socket.socket, piece: bytes) -> bool:
    """Send a piece again and again; say whether the server closes the connection."""
    attacker.setblocking(False)
    for _ in range(STEPS):
        time.sleep(PAUSE)
        try:
            attacker.send(piece) if piece else None
            if attacker.recv(1) == b"":
                return True
        except BlockingIOError:
            continue
        except OSError:
            return True
    return False


def test_a_head_that_comes_a_byte_at_a_time_is_not_waited_for(serving: Serving) -> None:
    with serving.connect() as attacker:
        attacker.send(HEAD + b"X-Slow: ")
        assert is_cut_off(attacker, b"x")
    assert httpx.get(f"{serving.address}/healthz").status_code == 200


def test_a_connection_that_says_nothing_is_closed(serving: Serving) -> None:
    with serving.connect() as attacker:
        assert is_cut_off(attacker, b"")


def test_the_second_head_of_a_connection_is_not_waited_for_either(serving: Serving) -> None:
    with serving.connect() as attacker:
        attacker.send(HEAD + b"\r\n")
        assert attacker.recv(12) == b"HTTP/1.1 200"
        attacker.recv(4096)
        attacker.send(HEAD)
        assert is_cut_off(attacker, b"X")


def test_a_body_that_comes_a_byte_at_a_time_is_not_waited_for(serving: Serving) -> None:
    with serving.connect() as attacker:
        attacker.send(b"POST /api/sign-in HTTP/1.1\r\nHost: floor\r\nContent-Length: 60000\r\n\r\n")
        for _ in range(STEPS):
            attacker.send(b"{")
            if select.select([attacker], [], [], PAUSE)[0]:
                break
        assert attacker.recv(12) == b"HTTP/1.1 408"
    assert serving.has_let_go()


def test_a_large_head_is_refused(serving: Serving) -> None:
    with serving.connect() as attacker:
        attacker.sendall(HEAD + b"X-Large: " + b"x" * 20_000)
        assert attacker.recv(12) in (b"HTTP/1.1 400", b"HTTP/1.1 431")
    assert serving.has_let_go()


def test_an_answer_that_nobody_reads_is_given_up(serving: Serving) -> None:
    asks = b"GET /api/openapi.json HTTP/1.1\r\nHost: floor\r\n\r\n"
    readers = [serving.connect() for _ in range(3)]
    for attacker in readers:
        attacker.sendall(asks * 60)  # far more than the network keeps by itself
    assert serving.has_let_go()
    for attacker in readers:
        attacker.close()


def test_connections_are_counted(house: House) -> None:
    assert configure(house.app, LOOSE._replace(connections=50)).limit_concurrency == 50
