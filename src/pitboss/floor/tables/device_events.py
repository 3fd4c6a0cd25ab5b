"""What happens when somebody is found with a prohibited device: a report, and whoever takes the matter over."""

from pitboss.law import Because
from pitboss.value import Value


class DeviceReported(Value, tag="DeviceReported"):
    """Somebody was found with a device that records, predicts or analyses play; an inspector or the police hear."""

    id: str
    person: str
    what: str
    to: str
    by: str
    rank: str
    held: bool
    """Whether the person is held until somebody takes over."""
    because: Because = ()


class DeviceTakenOver(Value, tag="DeviceTakenOver"):
    """An inspector, or the police, took a matter over; who was held no longer is."""

    id: str
    by: str
    officer: str
    """The police officer who attended; empty where an inspector did."""
    words: str = ""


Reports = tuple[DeviceReported, ...]


def after(reports: Reports, event: DeviceReported | DeviceTakenOver) -> Reports:
    """The reports that wait for somebody to take over, after an event."""
    if isinstance(event, DeviceReported):
        return (*reports, event)
    return tuple(report for report in reports if report.id != event.id)
