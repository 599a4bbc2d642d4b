"""DuckDB for look-ups: here `duckdb` is only the compiled module, with connections and errors.

The package around it adds relations, Python functions and their types, which no look-up uses and whose import takes longer than
its query. Both have the same classes.
"""

try:
    import _duckdb as duckdb
except ImportError:  # a release of DuckDB that names its compiled module otherwise
    import duckdb  # type: ignore[no-redef]

__all__ = ["duckdb"]
