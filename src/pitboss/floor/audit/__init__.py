"""The audit: reads the store from the beginning, trusts nothing that can be worked out again, and changes nothing."""

from pitboss.floor.audit.report import Finding as Finding
from pitboss.floor.audit.report import Report as Report
from pitboss.floor.audit.verify import verify as verify
