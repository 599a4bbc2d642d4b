"""The canonical hash of rows, value by value."""

import hashlib
import json
import struct
from datetime import UTC, datetime

_FORMATS = {
    "BOOLEAN": "<?",
    "TINYINT": "<b",
    "UTINYINT": "<B",
    "SMALLINT": "<h",
    "USMALLINT": "<H",
    "INTEGER": "<i",
    "UINTEGER": "<I",
    "BIGINT": "<q",
    "UBIGINT": "<Q",
    "FLOAT": "<f",
    "DOUBLE": "<d",
}


def value_bytes(value: object, kind: str) -> bytes:
    """A flag byte and the value."""
    flag = b"\0" if value is None else b"\1"
    if kind in _FORMATS:
        return flag + struct.pack(_FORMATS[kind], 0 if value is None else value)
    if kind == "TIMESTAMP":
        moment = value.replace(tzinfo=UTC) if value else datetime(1970, 1, 1, tzinfo=UTC)
        since = moment - datetime(1970, 1, 1, tzinfo=UTC)
        return flag + struct.pack("<q", (since.days * 86400 + since.seconds) * 10**6 + since.microseconds)
    if kind.removesuffix("[]") in _FORMATS and value is not None:
        value = b"".join(struct.pack(_FORMATS[kind.removesuffix("[]")], one) for one in value)
    elif kind.startswith("STRUCT") or kind.endswith("[]"):
        value = None if value is None else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    text = b"" if value is None else value if isinstance(value, bytes) else str(value).encode()
    return flag + struct.pack("<I", len(text)) + text


def digest(rows: list[tuple], kinds: list[str]) -> str:
    """The hash of rows in the order given."""
    joined = b"".join(value_bytes(value, kind) for row in rows for value, kind in zip(row, kinds, strict=True))
    return hashlib.sha256(joined).hexdigest()
