"""The audit: reads the store from the beginning, computes again all that can be computed, and changes nothing."""

import pitboss.floor.duties  # noqa: F401  # every event is known
from pitboss.floor.audit.report import AuditFault as AuditFault
from pitboss.floor.audit.report import Report as Report
from pitboss.floor.audit.verify import verify as verify
