"""Money at tables and over the counter: chips, vouchers, fills, credits, corrected payments."""
