"""Every metric: a frozen set of options that counts pairs and scores sums of counts."""
