"""How far coders agree: coefficients corrected for chance, what lies behind them, and older measures."""
