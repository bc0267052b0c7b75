"""How far coders agree: chance-corrected coefficients, their diagnosis, and older measures."""
