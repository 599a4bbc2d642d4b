"""Double-dummy Skat. Source: S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003."""
