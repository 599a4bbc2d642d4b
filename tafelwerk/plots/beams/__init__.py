"""Figures of Beams: what entropy strategies cost over the order of the entropy, how costs are spread, and the boards."""
