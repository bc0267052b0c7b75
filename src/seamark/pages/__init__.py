"""Pages that open in a browser without a network."""
