"""The 2012 paper, figure by figure and table by table: published beside computed."""
