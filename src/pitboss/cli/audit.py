"""`pitboss audit` verifies a log, signs its days and exports its rounds; `pitboss report` prints the reports of an
operator; `backup` and `restore` copy a store."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.terminal import Json, app, leave, print_json
from pitboss.messages import say, say_number, translate

if TYPE_CHECKING:
    from pitboss.floor.audit import Report
    from pitboss.floor.audit.rounds import RedecidedRound
    from pitboss.floor.store import Store
    from pitboss.report.sheet import Sheet

audit = typer.Typer(help="Verify a floor's log, sign its days, export its rounds.", no_args_is_help=True)
app.add_typer(audit, name="audit")
report = typer.Typer(
    help="Print the reports of an operator: its shift, its jackpots, its returns.", no_args_is_help=True
)
app.add_typer(report, name="report")

Where = Annotated[str, typer.Option("--store", envvar="PITBOSS_STORE", help="A file for SQLite, or postgresql://...")]
Operator = Annotated[str, typer.Argument(help="star or crown.")]
Key = Annotated[
    Path | None, typer.Option("--key", envvar="PITBOSS_KEY", help="The key that signs the days, or its public half.")
]


@contextmanager
def open_existing(where: str, *, of_any_age: bool = False, read_only: bool = False) -> "Iterator[Store]":
    """Open an existing store of this program's shape, or of any shape; where there is none, leave with code 2."""
    from sqlalchemy.exc import DatabaseError  # noqa: PLC0415  the floor's libraries come with its commands alone

    from pitboss.floor.store import open_store  # noqa: PLC0415
    from pitboss.floor.store.migrate import newest_shape, shape_of  # noqa: PLC0415
    from pitboss.floor.store.rows import StoreError  # noqa: PLC0415
    from pitboss.floor.store.signing import KeyUnsafe  # noqa: PLC0415

    if "://" not in where and not Path(where).is_file():
        raise _cannot(say("There is no store at {where}", where=where))
    try:
        store = open_store(where, read_only=read_only)
    except StoreError as error:
        raise _cannot(str(error)) from None
    try:
        with store.reading() as connection:
            shape = shape_of(connection)
        if shape != newest_shape() and not of_any_age:
            words = "{where} has the shape {shape}; this program reads {newest}"
            raise _cannot(say(words, where=where, shape=shape or say("of no store"), newest=newest_shape()))
        yield store
    except (StoreError, KeyUnsafe) as error:
        raise _cannot(str(error)) from None
    except DatabaseError as error:
        why = getattr(error, "orig", None) or error
        raise _cannot(say("{where} cannot be read: {why}", where=where, why=why)) from None
    finally:
        store.close()


def _cannot(words: str) -> typer.Exit:
    return leave(f"{words}.")


@audit.command()
def verify(
    store: Where = "pitboss.db",
    key: Key = None,
    from_checkpoint: Annotated[bool, typer.Option("--from-checkpoint", help="Begin at the last signed day.")] = False,
    receipts: Annotated[
        Path | None, typer.Option("--receipts", help="A receipt, or a folder of them: the log must agree with each.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Check the chains, the signed days, the balances and the counters, and decide every round again: its settlements,
    its transfers, the shuffles that were opened and the tables that were kept. The store is only read: its medium may
    be write-protected.

    Exits with code 0 when nothing is wrong, 1 when a fault was found, 2 when there is nothing to read.
    """
    with open_existing(store, read_only=True) as opened:
        from pitboss.floor import audit as auditing  # noqa: PLC0415
        from pitboss.floor.audit.receipts import read_receipts  # noqa: PLC0415
        from pitboss.floor.store.signing import Verifier  # noqa: PLC0415

        verifier = Verifier.open(key) if key is not None else None
        try:
            kept = read_receipts(receipts) if receipts is not None else []
        except ValueError as error:
            raise _cannot(str(error)) from None
        report = auditing.verify(opened, verifier, from_checkpoint=from_checkpoint, receipts=kept)
    if as_json:
        print_json(report.data())
    else:
        _show(report)
    if not report.is_clean:
        raise typer.Exit(1)


def _show(report: "Report") -> None:
    start = say("from the beginning")
    if report.from_checkpoint:
        start = say("since {days}", days=", ".join(report.from_checkpoint))
    typer.echo(
        say(
            "{events} events of {streams} streams and {transfers} transfers, {start}",
            events=report.events,
            streams=report.streams,
            transfers=report.transfers,
            start=start,
        )
    )
    signed = say("signatures checked") if report.signatures_checked else say("signatures not checked")
    kept = say("not compared with the key's record")
    if report.record_checked:
        kept = say("compared with the key's record")
    typer.echo(
        say(
            "{checkpoints} signed days, {signed}, {kept}; {accounts} accounts",
            checkpoints=report.checkpoints,
            signed=signed,
            kept=kept,
            accounts=report.accounts,
        )
    )
    if report.receipts:
        typer.echo(say("{receipts} receipts compared", receipts=report.receipts))
    typer.echo(say("{rounds} rounds decided again", rounds=report.rounds))
    for today in report.today:
        typer.echo(
            say(
                "Today's rules ({today}): {record}, round {round}: {words}",
                today=today.today,
                record=today.record,
                round=today.round,
                words=today.words,
            )
        )
    for finding in report.findings:
        typer.echo(say("WRONG  {finding}", finding=finding))
    typer.echo(say("Nothing is wrong.") if report.is_clean else say("Faults were found in the log."))


@audit.command()
def sign(
    key: Annotated[Path, typer.Option("--key", envvar="PITBOSS_KEY", help="The key; it is made if it does not exist.")],
    store: Where = "pitboss.db",
    adopt: Annotated[
        bool,
        typer.Option("--adopt", help="Accept the store's days as the signed ones, such as after a restore."),
    ] = False,
) -> None:
    """Sign the gaming day that ended last, unless it is signed already.

    A day is signed only where it continues the days that the key signed before; the record of these lies beside the
    key. Where that record was lost, or an older backup was restored, `--adopt` writes it anew from the store's days.
    """
    with open_existing(store) as opened:
        from pitboss.floor.audit.upkeep import sign_ended_day  # noqa: PLC0415
        from pitboss.floor.service.clock import system_clock  # noqa: PLC0415
        from pitboss.floor.store.checkpoint import adopt_days  # noqa: PLC0415
        from pitboss.floor.store.signing import Signer  # noqa: PLC0415

        signer = Signer.open(key)
        for operator, number in adopt_days(opened, signer).items() if adopt else ():
            typer.echo(
                say("{operator}: {number} signed days are accepted as they are", operator=operator, number=number)
            )
        days = sign_ended_day(opened, signer, system_clock())
    for day in days:
        typer.echo(say("{day} signed, {count} heads", day=day.name, count=len(day.heads)))
    if not days:
        typer.echo(say("Every day that has ended is signed."))


@audit.command()
def export(
    to: Annotated[Path, typer.Argument(help="A folder for the records, one file a round.")],
    store: Where = "pitboss.db",
    table: Annotated[str, typer.Option(help="One table only, as in star/7.")] = "",
) -> None:
    """Write the record of every finished round and of every correction, as `pitboss settle` reads them. The files name
    patrons, so only their owner can read them.

    Exits with code 0, 1 when a round could not be played again, 2 when there is nothing to read.
    """
    count, faults = 0, []
    with open_existing(store) as opened:
        from pitboss.floor.audit.report import AuditFault  # noqa: PLC0415
        from pitboss.floor.audit.rounds import decide_again, table_streams  # noqa: PLC0415
        from pitboss.floor.store.signing import make_folder  # noqa: PLC0415

        make_folder(to)
        with opened.reading() as connection:
            for stream in table_streams(connection):
                if table and f"{stream.operator}/{stream.table}" != table:
                    continue
                for decided in decide_again(connection, stream):
                    if isinstance(decided, AuditFault):
                        faults.append(decided)
                    else:
                        _write_record(to, decided)
                        count += 1
    done = say_number("{number} record in {folder}", "{number} records in {folder}", count, folder=to)
    typer.echo(done if count else say("No activity."))
    for fault in faults:
        typer.echo(say("WRONG  {fault}", fault=fault))
    if faults:
        raise typer.Exit(1)


def _write_record(to: Path, decided: "RedecidedRound") -> None:
    from pitboss.floor.store.signing import write_file  # noqa: PLC0415
    from pitboss.report.record import write_record  # noqa: PLC0415

    stored = decided.stored
    what = f"corrected {decided.corrected}" if decided.corrected else "ended"
    note = f"{stored.stream} number {stored.number}, {what} {stored.at}"
    table = stored.stream.table
    again = f"-corrected-{decided.corrected}" if decided.corrected else ""
    safe = "".join(letter if letter.isalnum() else "-" for letter in table)
    name = f"{stored.stream.operator}-{safe}-{decided.round:06}{again}.toml"
    write_file(to / name, write_record(decided.opening, decided.acts, note=note))


# Reports.

_DAYS = ["%Y-%m-%d"]
Day = Annotated[datetime | None, typer.Option(formats=_DAYS, help="A gaming day; the current one if left out.")]
Csv = Annotated[bool, typer.Option("--csv", help="Print CSV, as a return is sent.")]


@report.command()
def shift(
    operator: Operator,
    day: Day = None,
    store: Where = "pitboss.db",
    as_json: Json = False,
    as_csv: Csv = False,
) -> None:
    """What each table did in a gaming day: rounds, wagers, the changes of its float, its result, what the pit did."""
    from pitboss.report.reports import days, shift_report  # noqa: PLC0415

    when = day.date() if day else next(days(_now()))
    _print_report(store, operator, shift_report, when, as_json=as_json, as_csv=as_csv)


@report.command()
def results(
    operator: Operator,
    first: Annotated[
        datetime | None, typer.Option(formats=_DAYS, help="The first gaming day; the last if left out.")
    ] = None,
    last: Annotated[datetime | None, typer.Option(formats=_DAYS, help="The last one; the current if left out.")] = None,
    store: Where = "pitboss.db",
    as_json: Json = False,
    as_csv: Csv = False,
) -> None:
    """What each table won in a period, beside what its exact edge leads to expect, with the band of 95 of 100."""
    from pitboss.report.reports import days  # noqa: PLC0415
    from pitboss.report.returns import bands  # noqa: PLC0415

    until = last.date() if last else next(days(_now()))
    since = first.date() if first else until
    if since > until:
        raise typer.BadParameter(say("The first day must not be after the last."))

    def draw(opened: "Store", house: str, day: date) -> "Sheet":
        return bands(opened, house, since, day)

    _print_report(store, operator, draw, until, as_json=as_json, as_csv=as_csv)


Month = Annotated[datetime | None, typer.Option(formats=["%Y-%m"], help="A month; the current one if left out.")]


def _report_month(name: str, says: str) -> None:
    """Give a return its command: the same sheet as its page."""

    def command(
        operator: Operator,
        month: Month = None,
        store: Where = "pitboss.db",
        as_json: Json = False,
        as_csv: Csv = False,
    ) -> None:
        from pitboss.floor.patrons.limits import calendar_day  # noqa: PLC0415
        from pitboss.report.returns import SHEETS  # noqa: PLC0415

        chosen = (month.date() if month else calendar_day(_now())).replace(day=1)
        _print_report(store, operator, SHEETS[name], chosen, as_json=as_json, as_csv=as_csv)

    report.command(name, help=says)(command)


for _name, _says in {
    "mispayments": "What the regulator is told of a month: each mis-payment over $1,000, and what was done about it.",
    "tables": "The stakes, win, drop and hold of each table in the gaming days of a month.",
    "exclusions": "The patrons who were excluded or barred in a month, and those who were let in again.",
    "complaints": "The disputes of a month and the complaints to an inspector.",
    "equipment": "The changes of shoes, shuffling devices and cards in a month.",
}.items():
    _report_month(_name, _says)


@report.command()
def jackpot(
    operator: Operator,
    month: Month = None,
    first: Annotated[datetime | None, typer.Option(formats=_DAYS, help="The first day, in place of a month.")] = None,
    last: Annotated[datetime | None, typer.Option(formats=_DAYS, help="The last one; the first if left out.")] = None,
    store: Where = "pitboss.db",
    as_json: Json = False,
    as_csv: Csv = False,
) -> None:
    """Each jackpot meter as a sum, to the last fraction of a cent, beside its pool in the ledger; and each award."""
    from pitboss.floor.patrons.limits import calendar_day  # noqa: PLC0415
    from pitboss.report.jackpots import jackpot_report  # noqa: PLC0415

    if (last and not first) or (first and (month or (last and first > last))):
        raise typer.BadParameter(say("Give a month, or a first day and a last one that is not before it."))

    def draw(opened: "Store", house: str, day: date) -> "Sheet":
        return (
            jackpot_report(opened, house, day, (last or first).date()) if first else jackpot_report(opened, house, day)
        )

    begins = first or month
    _print_report(
        store, operator, draw, begins.date() if begins else calendar_day(_now()), as_json=as_json, as_csv=as_csv
    )


def _now() -> datetime:
    from pitboss.floor.service.clock import system_clock  # noqa: PLC0415

    return system_clock()


def _print_report(
    store: str,
    operator: str,
    draw: "Callable[[Store, str, date], Sheet]",
    when: date,
    *,
    as_json: bool,
    as_csv: bool = False,
) -> None:
    """Print a report, a line for each figure of each row; leave with code 2 where the operator is unknown."""
    from pitboss.floor.operators import operators  # noqa: PLC0415
    from pitboss.money import dollars  # noqa: PLC0415

    if operator not in operators():
        raise typer.BadParameter(say("there is no house {operator}", operator=operator))
    with open_existing(store, read_only=True) as opened:
        sheet = draw(opened, operator, when)
    if as_json:
        print_json(sheet.data())
        return
    if as_csv:
        typer.echo(sheet.csv(), nl=False)
        return
    title = translate(sheet.title)
    typer.echo(title if sheet.rows else f"{title}: {translate(sheet.data()['note']).lower()}.")
    width = max(len(translate(heading)) for heading in sheet.columns.values()) + 2
    for row in sheet.rows:
        typer.echo()
        for name, heading in sheet.used_columns().items():
            value = row.get(name)
            if isinstance(value, list):
                value = "; ".join(value)
            elif value is not None and name.endswith("_cents"):
                value = dollars(value)
            if value not in (None, ""):
                typer.echo(f"{translate(heading):<{width}}{value}")


@contextmanager
def _bar(title: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on standard error."""
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import Progress  # noqa: PLC0415

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title)
        yield lambda done, total: progress.update(task, completed=done, total=total)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The new file.")],
    store: Where = "pitboss.db",
) -> None:
    """Copy a store into a file while it is in use."""
    with open_existing(store) as opened, _bar(say("backup")) as progress:
        from pitboss.floor.store.backup import back_up  # noqa: PLC0415

        back_up(opened, file, progress)
    typer.echo(
        say(
            "{file} holds the store, with the cards to come of live shoes: keep it as safe as the store.",
            file=file,
        )
    )


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A file that `pitboss backup` has made.")],
    store: Where = "pitboss.db",
) -> None:
    """Verify a backup and copy it into a new store; a backup with a fault is not restored."""
    with open_existing(str(file), of_any_age=True):
        from pitboss.floor.audit import verify as verify_store  # noqa: PLC0415
        from pitboss.floor.store import open_store  # noqa: PLC0415
        from pitboss.floor.store.backup import open_backup  # noqa: PLC0415
        from pitboss.floor.store.backup import restore as put_back  # noqa: PLC0415

        with open_backup(file) as source:
            report = verify_store(source)
        if not report.is_clean:
            _show(report)
            raise typer.Exit(1)
        target = open_store(store)
        try:
            with _bar(say("restore")) as progress:
                put_back(file, target, progress)
        finally:
            target.close()
    typer.echo(
        say(
            "{store} is restored: {events} events, {transfers} transfers, {rounds} rounds.",
            store=store,
            events=report.events,
            transfers=report.transfers,
            rounds=report.rounds,
        )
    )
