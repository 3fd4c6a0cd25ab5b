"""Value that moves at tables and over the counter: chips, vouchers, fills, credits, payments put right."""
