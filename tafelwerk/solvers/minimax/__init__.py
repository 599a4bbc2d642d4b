"""The classic toolbox: minimax and its relatives, whole games as tables."""
