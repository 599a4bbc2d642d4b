"""The switching game in plain Python.

boards       orders and their limits, players, policies, samples of games
agents       agents by name: `Agent`, `parse_agent`, `agent_name`
comparisons  agents that are compared, and which of their chances a second program recomputes
edge_lists   any graph as text, with conductances: `parse`, `written`
"""
