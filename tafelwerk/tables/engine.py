"""DuckDB as a look-up needs it: `duckdb` here is the compiled module alone, with connections and errors.

The package around it adds relations, functions of Python and their types, which no look-up uses and whose import takes
longer than its query. Both give the same classes.
"""

try:
    import _duckdb as duckdb
except ImportError:  # a release of DuckDB that names its compiled module otherwise
    import duckdb  # type: ignore[no-redef]

__all__ = ["duckdb"]
