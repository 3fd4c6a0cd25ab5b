"""The lab through the API: exact answers from a worker of low priority, refusals in the words of the command line, and
nothing of it for a patron who is at a table that plays for money (Pontoon 19.6, 19.11)."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pitboss import law
from pitboss.cli import app
from pitboss.lab.store import KERNELS, folder
from pitboss.law.rules import Rules
from pitboss.play.round import PUBLIC
from pitboss.web.api.table_data import viewer_of
from pitboss.web.lab_jobs.questions import GameQuestion
from pitboss.web.lab_jobs.worker import LabTask
from support import shows
from web.clients import TABLES, Caller, House, stake
from web.forms import look

GAME = "star-mississippi-stud"
LONG = {"rounds": 1_000_000_000, "seed": 7}
ADDRESSES = ("/api/lab", f"/api/lab/{GAME}", "/api/lab/solves", "/api/lab/solves/0123456789abcdef")


@pytest.fixture
def cold_lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lab that has answered nothing yet, so that a question waits for its worker; its kernels are compiled."""
    if (kept := folder()) is not None:
        (kept / KERNELS).mkdir(parents=True, exist_ok=True)
        monkeypatch.setenv("NUMBA_CACHE_DIR", str(kept / KERNELS))
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "lab"))


def wait(caller: Caller, job: dict[str, Any], seconds: float = 300) -> dict[str, Any]:
    """A job once it is over."""
    until = time.monotonic() + seconds
    while job["state"] in ("queued", "running") and time.monotonic() < until:
        time.sleep(0.05)
        job = caller.get(f"/api/lab/solves/{job['id']}").json()
    return job


def until_it_runs(caller: Caller, job: dict[str, Any]) -> dict[str, Any]:
    """A simulation once it has played something."""
    until = time.monotonic() + 300
    while not job["progress"] and job["state"] in ("queued", "running") and time.monotonic() < until:
        time.sleep(0.05)
        job = caller.get(f"/api/lab/solves/{job['id']}").json()
    return job


def test_an_edge_is_that_of_the_command_line_with_its_change(cold_lab: None, house: House) -> None:
    ann = house.as_("star", "ann")
    first = ann.ask("POST", f"/api/lab/{GAME}/edge", {"pay": ["flush=9"]})
    assert first.status_code == 202
    done = wait(ann, first.json())
    told = json.loads(CliRunner().invoke(app, ["edge", GAME, "--pay", "flush=9", "--json"]).stdout)
    plain = json.loads(CliRunner().invoke(app, ["edge", GAME, "--json"]).stdout)
    result = done["result"]
    assert result["edge_exact"] == told["edge_exact"]
    assert result["outcomes"] == told["outcomes"]
    assert result["approved"]["edge_exact"] == plain["edge_exact"]
    assert result["approved"]["change"] == pytest.approx(told["edge"] - plain["edge"])
    moved = {(change["was"], change["now"]): change["where"] for change in result["approved"]["strategy_changes"]}
    assert moved["1x", "3x"] == "QJs"
    again = ann.ask("POST", f"/api/lab/{GAME}/edge", {"pay": ["flush=9"]})
    assert (again.status_code, again.json()["state"]) == (200, "done")


@pytest.mark.parametrize(
    ("path", "body", "options"),
    [
        (GAME, {"pay": ["flush=-7"]}, ["--pay", "flush=-7"]),
        (GAME, {"pay": ["flash=7"]}, ["--pay", "flash=7"]),
        (GAME, {"pay": ["flush"]}, ["--pay", "flush"]),
        (GAME, {"rule": ["street-most=99"]}, ["--rule", "street-most=99"]),
        (GAME, {"play": "4,2,1"}, ["--play", "4,2,1"]),
        (GAME, {"strategy": "bold"}, ["--strategy", "bold"]),
        ("crown-ultimate-texas-holdem", {"play": "4,5,1"}, ["--play", "4,5,1"]),
        ("star-whist", {}, []),
    ],
)
def test_what_makes_no_sense_is_refused_in_the_words_of_the_command_line(
    house: House, path: str, body: dict[str, Any], options: list[str]
) -> None:
    refused = house.as_("star", "inspector").ask("POST", f"/api/lab/{path}/edge", body)
    told = CliRunner().invoke(app, ["edge", path, *options])
    assert told.exit_code == 2
    assert refused.status_code == 422
    assert refused.headers["content-type"] == "application/problem+json"
    assert refused.json()["detail"] == told.stderr.strip()


def test_a_simulation_tells_how_far_it_is_and_is_cancelled_with_its_worker(cold_lab: None, house: House) -> None:
    ann, bob = house.as_("star", "ann"), house.as_("star", "bob")
    job = ann.ask("POST", f"/api/lab/{GAME}/simulation", LONG).json()
    job = until_it_runs(ann, job)
    low, high = job["progress"]["interval"]
    assert low < job["progress"]["edge"] < high
    lane = house.app.state.api.lab_jobs.lanes["lab"]
    pid = lane.process.pid
    assert os.getpriority(os.PRIO_PROCESS, pid) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + 15)
    behind = bob.ask("POST", f"/api/lab/{GAME}/edge", {"pay": ["flush=11"]}).json()
    assert (behind["state"], behind["before"]) == ("queued", 1)
    assert bob.get(f"/api/lab/solves/{job['id']}").status_code == 404
    assert bob.ask("DELETE", f"/api/lab/solves/{job['id']}").status_code == 404
    cancelled = ann.ask("DELETE", f"/api/lab/solves/{job['id']}").json()
    assert cancelled["state"] == "cancelled"
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert wait(bob, behind)["state"] == "done"


def test_a_short_simulation_ends_beside_the_exact_edge(house: House) -> None:
    ann = house.as_("star", "ann")
    body = {"rounds": 2_000_000, "seed": 3, "pay": ["flush=9"]}
    asked = ann.ask("POST", f"/api/lab/{GAME}/simulation", body).json()["id"]
    told = ann.get(f"/api/lab/solves/{asked}/stream").text  # which ends with the job
    states = [json.loads(data)["state"] for data in re.findall(r"event: solve\ndata: (.*)\n", told)]
    assert states[-1] == "done" and told.endswith("event: over\ndata: {}\n\n")
    done = ann.get(f"/api/lab/solves/{asked}").json()
    assert done["result"]["rounds"] == 2_000_000
    rounds = [point["rounds"] for point in done["points"]]
    assert len(rounds) >= 100 and rounds[0] <= 20_000 and rounds[-1] == 2_000_000
    assert abs(done["result"]["exact"]["z_score"]) < 4
    refused = ann.ask("POST", f"/api/lab/{GAME}/simulation", {"rounds": 10**10})
    assert refused.status_code == 422


def test_the_queue_has_room_for_a_few_of_each(house: House) -> None:
    ann = house.as_("star", "ann")
    jobs = [ann.ask("POST", f"/api/lab/{GAME}/simulation", LONG | {"seed": seed}).json() for seed in range(4)]
    full = ann.ask("POST", f"/api/lab/{GAME}/simulation", LONG)
    assert (full.status_code, full.json()["title"]) == (429, "The queue is full")
    for job in jobs:
        assert ann.ask("DELETE", f"/api/lab/solves/{job['id']}").json()["state"] == "cancelled"
    assert [job["state"] for job in ann.get("/api/lab/solves").json()["solves"]] == ["cancelled"] * 4


def test_what_failed_is_not_tried_again_at_once(house: House) -> None:
    lab_jobs, who = house.app.state.api.lab_jobs, house.sign_in.peek(house.as_("star", "ann").token)
    task = LabTask("no such kind", GameQuestion(GAME), {})
    job = lab_jobs.ask(task, who)
    until = time.monotonic() + 300
    while not job.is_over and time.monotonic() < until:
        time.sleep(0.05)
    assert (job.state, job.words) == ("failed", "This is an error in Pitboss. It has been noted.")
    assert lab_jobs.ask(task, who) is job


def test_strategies_and_the_sheet_are_kept(house: House) -> None:
    inspector = house.as_("star", "inspector")
    for what in ("strategy", "sheet"):
        assert wait(inspector, inspector.ask("POST", f"/api/lab/{GAME}/{what}", {}).json())["state"] == "done"
        again = inspector.ask("POST", f"/api/lab/{GAME}/{what}", {})
        assert again.status_code == 200
        result = again.json()["result"]
        assert result["strategies"][0]["cost"] == 0 if what == "strategy" else result[".csv"].startswith("section,")


def test_the_sheet_states_the_jackpot_at_the_price_that_is_asked(house: House) -> None:
    inspector = house.as_("star", "inspector")
    asked = inspector.ask("POST", f"/api/lab/{GAME}/sheet", {"jackpot_price_cents": 5_00}).json()
    result = wait(inspector, asked)["result"]
    assert {option["price_cents"] for option in result["sheet"]["jackpot"]} == {5_00}
    assert "At a jackpot wager of $5," in result[".html"]
    assert inspector.ask("POST", f"/api/lab/{GAME}/sheet", {"jackpot_price_cents": 0}).status_code == 422
    page = look(inspector, f"/lab/{GAME}/sheet?jackpot-price=5").text
    assert "wager of $5," in page and f"/lab/{GAME}/sheet.csv?jackpot-price=5" in page
    assert look(inspector, f"/lab/{GAME}/sheet?jackpot-price=0").status_code == 422


def test_the_lab_is_for_inspectors_and_whoever_opens_tables(house: House) -> None:
    for name, status in (
        ("inspector", 200),
        ("mathematician", 200),
        ("gaming-manager", 200),
        ("dealer", 403),
        ("surveillance", 403),
    ):
        assert house.as_("star", name).get("/api/lab").status_code == status, name
    assert Caller(house).get("/api/lab").status_code == 401


def test_a_mathematician_sees_of_a_table_what_everybody_sees_and_runs_nothing(house: House) -> None:
    someone = house.as_("star", "mathematician")
    assert viewer_of(house.sign_in.peek(someone.token)) == PUBLIC
    assert someone.order("/api/tables/2/deal").status_code == 409
    assert someone.get("/api/inspect/streams").status_code == 403


@pytest.mark.parametrize("game", TABLES)
def test_at_a_table_that_plays_for_money_there_is_no_lab(house: House, game: str) -> None:
    ann = house.as_(game.partition("-")[0], "ann")
    spots = {"star-pontoon": "wager"}
    assert ann.get("/api/lab").status_code == 200
    place = {"type": "Place", "need": "wagers", "patron": "ann", "area": 1, "spot": spots.get(game, "ante")}
    assert ann.act(TABLES[game], **place, stake=stake(2_500)).status_code == 200
    for address in ADDRESSES:
        refused = ann.get(address)
        assert refused.status_code == 403
        because = tuple(refused.json()["because"])
        shows(law.NO_ADVICE, because, game=game)
        if Rules.of(game).applies(law.NO_DEVICES):
            shows(law.NO_DEVICES, because, game=game)
        assert refused.json()["clauses"]
    assert ann.ask("POST", f"/api/lab/{GAME}/edge", {}).status_code == 403
    back = {"type": "TakeBack", "need": "wagers", "patron": "ann", "area": 1, "spot": spots.get(game, "ante")}
    assert ann.act(TABLES[game], **back).status_code == 200
    assert ann.get("/api/lab").status_code == 200


def test_whoever_left_with_a_wager_in_play_is_still_at_the_table(house: House) -> None:
    ann, dealer = house.as_("star", "ann"), house.as_("star", "dealer")
    sit = {"type": "Sit", "need": "wagers", "patron": "ann", "area": 1}
    assert ann.act("2", **sit).status_code == 200
    assert ann.get("/api/lab").status_code == 403
    place = {"type": "Place", "need": "wagers", "patron": "ann", "area": 1, "spot": "ante"}
    assert ann.act("2", **place, stake=stake(2_500)).status_code == 200
    for _ in range(4):
        dealer.order("/api/tables/2/deal")
    ann.order("/api/tables/2/leave-table", {"patron": "ann"})
    assert ann.get("/api/lab").status_code == 403


def test_the_server_never_loads_the_numbers_libraries() -> None:
    asks = (
        "import sys; from pitboss.cli import serve; from pitboss.web.app import make_api;"
        "from pitboss.web.lab_jobs.questions import find_game, games; [find_game(row.game) for row in games()];"
        "from pitboss.web.lab_jobs.answers import known_edge; from pitboss.web.lab_jobs.questions import GameQuestion;"
        "known_edge(GameQuestion('star-pontoon')); assert not {'numpy', 'numba', 'matplotlib'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", asks], check=True, timeout=60)


# The jackpot.

CROWN_GAME = "crown-mississippi-stud"


def test_a_jackpot_is_solved_as_on_the_command_line(house: House) -> None:
    """Crown 12.4, Table 6, and what Method A loses (9.4.5)."""
    someone = house.as_("crown", "mathematician")
    asked = {"option": "1", "reset": "20000", "wanted": "88.85%"}
    done = wait(someone, someone.ask("POST", f"/api/lab/{CROWN_GAME}/jackpot", asked).json())
    words = ["jackpot", "solve", "--game", CROWN_GAME, "--reset", "20000", "--return", "0.8885", "--json"]
    told = json.loads(CliRunner().invoke(app, words).stdout)
    result = done["result"]
    assert {name: result[name] for name in ("rate", "return_exact", "hits")} == {
        name: told[name] for name in ("rate", "return_exact", "hits")
    }
    assert result["rate"] == 0.5722 and result["plot"].startswith("<svg")
    forfeits = wait(someone, someone.ask("POST", f"/api/lab/{CROWN_GAME}/jackpot", asked | {"method": "A"}).json())
    assert forfeits["result"]["rate"] == 0.636
    assert forfeits["result"]["forfeits"]["folded_exact"]["straight-flush"] == "16/45"


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"reset": "20000"}, "either the rate"),
        ({"reset": "20000", "rate": "1.2"}, "0% to 100%"),
        ({"reset": "20000", "rate": "0.5", "option": "9"}, "1 to 6, not 9"),
        ({"reset": "20000", "rate": "half"}, "is not a share"),
        ({"reset": "20000", "rate": "0.5", "ante": "0"}, "An Ante must be more than $0"),
    ],
)
def test_a_jackpot_that_makes_no_sense_is_refused(house: House, asked: dict[str, str], words: str) -> None:
    someone = house.as_("crown", "mathematician")
    refused = someone.ask("POST", f"/api/lab/{CROWN_GAME}/jackpot", asked)
    assert refused.status_code == 422 and words in refused.text
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    page = look(someone, f"/lab/{CROWN_GAME}/jackpot?{query}")
    assert (page.status_code, words in page.text) == ((200, False) if words == "either the rate" else (422, True))


def test_the_page_of_a_jackpot(house: House) -> None:
    someone = house.as_("crown", "mathematician")
    address = f"/lab/{CROWN_GAME}/jackpot?option=4&reset=40000&method=A"
    asked = {"option": "4", "price": "1", "reset": "40000", "method": "A", "rate": "48.26%"}
    done = wait(someone, someone.ask("POST", f"/api/lab/{CROWN_GAME}/jackpot", asked).json())
    page = look(someone, address).text
    assert 'id="return">79.8899%' in page, "the rate of Table 6 is taken where none is named"
    assert "43,256,377 / 54,145,000" in page and "has this rate" in page
    assert "40.9098%" in page and "Under Method A a fold forfeits the wager." in page
    drawing = someone.get(page.partition('class="plot" src="')[2].partition('"')[0].replace("&amp;", "&"))
    assert drawing.status_code == 200 and drawing.headers["content-type"].startswith("image/svg")
    back = look(someone, f"/lab/jobs/{done['id']}").text
    assert "/jackpot?option=4&amp;price=1&amp;reset=40000" in back
    wanted = look(someone, f"/lab/{CROWN_GAME}/jackpot?reset=40000&wanted=0.8")
    assert wanted.status_code == 200


def test_last_round_of_a_session_is_priced_as_on_the_command_line(house: House) -> None:
    someone = house.as_("crown", "mathematician")
    asked = {"chips": "1000, 1500", "others": "100", "rounds": "40"}
    done = wait(someone, someone.ask("POST", f"/api/lab/{CROWN_GAME}/last-round", asked).json())
    words = ["last-round", CROWN_GAME, "1000,1500", "--others", "100", "--maximum", "500", "--rounds", "40", "--json"]
    assert done["result"] == json.loads(CliRunner().invoke(app, words).stdout)
    page = look(someone, f"/lab/{CROWN_GAME}/last-round?chips=1000,+1500&others=100&rounds=40").text
    best = done["result"]["best_cents"] // 100
    assert f'id="best">${best}<' in page and "40 rounds of the engine" in page
    assert "/last-round?chips=1000" in look(someone, f"/lab/jobs/{done['id']}").text
    refused = someone.ask("POST", f"/api/lab/{CROWN_GAME}/last-round", asked | {"rounds": "20001"})
    assert refused.status_code == 422 and "Play 2 to 20,000 rounds" in refused.text
    assert look(someone, f"/lab/{CROWN_GAME}/last-round?chips=1000&others=100").status_code == 422
    assert ">Last round</a>" in look(someone, f"/lab/{CROWN_GAME}/simulation").text
    assert ">Last round</a>" not in look(someone, f"/lab/{GAME}/simulation").text, "a document without tournaments"
    assert look(someone, f"/lab/{GAME}/last-round").status_code == 404
    assert "How it is worked out" in look(someone, f"/lab/{CROWN_GAME}/last-round").text


def test_a_star_meter_is_priced_once_its_seed_and_rate_are_named(house: House) -> None:
    """Star Mississippi 15.2.5.2: rate and seed are the operator's, with approval."""
    inspector = house.as_("star", "inspector")
    first = look(inspector, f"/lab/{GAME}/jackpot").text
    assert "even at a meter of $159,810.53" in first and "Enter the seed" in first
    assert ">Jackpot</a>" in look(inspector, f"/lab/{GAME}").text
    assert ">Jackpot</a>" not in look(inspector, "/lab/star-pontoon/simulation").text
    assert look(inspector, "/lab/star-pontoon/jackpot").status_code == 404
    assert look(inspector, f"/lab/{GAME}/jackpot.svg").status_code == 404
    asked = {"seed": "50000", "rate": "30%", "price": "1", "option": "1"}
    wait(inspector, inspector.ask("POST", f"/api/lab/{GAME}/jackpot", asked).json())
    page = look(inspector, f"/lab/{GAME}/jackpot?seed=50000&rate=30%25").text
    assert 'id="return">90.9666%' in page and "Added to least prizes" in page and "fold forfeits" not in page
