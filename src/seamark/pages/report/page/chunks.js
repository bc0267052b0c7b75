// The page of chunkers has only text and pictures: nothing is done in it.
