"""Prize promotions (Star Pontoon 21, Star Caribbean Stud 17, Star Mississippi Stud 14, Crown 15): terms and draws."""
