"""The switching game in plain Python.

boards       orders and their limits, players, policies, samples of games
agents       agents by name: `Agent`, `parse_agent`, `agent_name`
edge_lists   any graph as text, with conductances: `parse`, `written`
"""
