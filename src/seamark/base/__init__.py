"""What every room may use: errors, checks, results, numbers in text, optional packages."""
