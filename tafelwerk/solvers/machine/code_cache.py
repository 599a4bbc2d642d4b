"""Compiled code of kernels on disk, in a folder named by the import closure of the kernel's module.

numba keys a cached kernel on its own file and on the location of that file, and returns stale code when a helper in another file
changes. Here a kernel's folder is named by the import closure of its module (see `tafelwerk.fingerprint`). So no code is stale,
and an edit of a docstring, a second checkout or an edit elsewhere compiles nothing. If several processes need the same kernel,
one compiles it while the others wait. Files carry hashes, so that damaged code is never run.
"""

import hashlib
import os
import pickle
import shutil
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from llvmlite.binding import parse_bitcode
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, _CacheLocator
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import compile_result
from numba.core.serialize import dumps

from tafelwerk.fingerprint import file_key, kernel_cache, kernel_folder

_DIGEST = hashlib.sha256().digest_size
_FORGOTTEN = 60 * 24 * 3600.0  # seconds without use after which kernels of other code are removed
_UNREADABLE = (
    OSError,
    EOFError,
    pickle.UnpicklingError,
    AttributeError,
    ImportError,
    IndexError,
    TypeError,
    ValueError,
)


class _Place(_CacheLocator):
    """Location of the compiled kernels of a function's module."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._py_file = str(folder)

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._folder.name

    def get_disambiguator(self) -> str:
        return "kernel"

    def ensure_cache_path(self) -> None:
        if not self._folder.exists():
            self._folder.mkdir(parents=True, exist_ok=True)
            _forget(self._folder)

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> "_Place":
        return cls(_folder(py_func.__module__, py_file))


class Linkable(JITCodeLibrary):
    """Code of a kernel that only other kernels call: linked into theirs, never turned into machine code by itself."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._verify_declare_only_symbols()  # type: ignore[no-untyped-call]
        self._finalized = True

    def serialize_using_object_code(self) -> Any:
        """As in numba, but with bitcode only."""
        return self.serialize_using_bitcode()  # type: ignore[no-untyped-call]


def is_linkable(result: Any) -> bool:
    """Whether a compilation's result is code for calling kernels only, without an entry point for Python."""
    return isinstance(result.library, Linkable)


class _Format(CompileResultCacheImpl):
    _locator_classes = [_Place]  # type: ignore[list-item] # noqa: RUF012

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """The compilation result that `reduce` took apart."""
        (name, kind, code), description, environment, signature, _, _, _, reload_init, referenced = payload
        if kind != "bitcode":
            return super().rebuild(target_context, payload)  # type: ignore[no-untyped-call]
        library = Linkable(target_context.codegen(), name)  # type: ignore[no-untyped-call]
        library._final_module = parse_bitcode(code)
        library._finalized = True
        return compile_result(  # type: ignore[no-untyped-call]
            typing_context=target_context.typing_context,
            target_context=target_context,
            entry_point=library,
            typing_error=None,
            type_annotation="",
            library=library,
            call_helper=None,
            signature=signature,
            objectmode=False,
            lifted=(),
            fndesc=description,
            environment=environment,
            metadata=None,
            reload_init=reload_init,
            referenced_envs=referenced,
        )


class _Sealed(IndexDataCacheFile):
    """numba's files of one function, with a hash of the code and of what it was compiled for: damaged code is never run."""

    def save(self, key: Any, data: Any) -> None:
        """Store compiled code."""
        super().save(key, (repr(key), data))  # type: ignore[no-untyped-call]

    def load(self, key: Any) -> Any:
        """Compiled code, or None.

        Raises:
            ValueError: the file is damaged, or holds other code.
        """
        found = super().load(key)  # type: ignore[no-untyped-call]
        if found is None:
            return None
        compiled_for, data = found
        if compiled_for != repr(key):
            raise ValueError("code of another signature")
        return data

    def _save_index(self, overloads: Any) -> None:
        self._write(self._index_path, (self._version, self._source_stamp, overloads))

    def _load_index(self) -> Any:
        try:
            version, stamp, overloads = self._read(self._index_path)
        except (OSError, ValueError):
            return {}  # there is none, or it is damaged: it is written anew
        return overloads if (version, stamp) == (self._version, self._source_stamp) else {}

    def _save_data(self, name: str, data: Any) -> None:
        self._write(self._data_path(name), data)  # type: ignore[no-untyped-call]

    def _load_data(self, name: str) -> Any:
        return self._read(self._data_path(name))  # type: ignore[no-untyped-call]

    def _write(self, path: str, data: Any) -> None:
        content = self._dump(data)  # type: ignore[no-untyped-call]
        with self._open_for_write(path) as file:
            file.write(hashlib.sha256(content).digest() + content)

    @staticmethod
    def _read(path: str) -> Any:
        stored = Path(path).read_bytes()
        if hashlib.sha256(stored[_DIGEST:]).digest() != stored[:_DIGEST]:
            raise ValueError("damaged code")
        return pickle.loads(stored[_DIGEST:])


class KernelCache(FunctionCache):
    """numba's cache of one function, in the folder of its module; disabled if the folder cannot be used."""

    _impl_class = _Format

    def __init__(self, py_func: Any) -> None:
        super().__init__(py_func)  # type: ignore[no-untyped-call]
        self._cache_file = _Sealed(self._cache_path, self._impl.filename_base, self._impl.locator.get_source_stamp())  # type: ignore[no-untyped-call]
        self._turn: Any = None

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        found = self._found(sig, target_context)
        if found is None and self.take_turn():
            # another process may have compiled it in the meantime
            found = self._found(sig, target_context)
            if found is not None:
                self._end_turn()
        return found

    def _found(self, sig: Any, target_context: Any) -> Any:
        """Code on disk: with an entry point for Python if there is one, otherwise code for calling kernels."""
        for has_entry in (True, False):
            with suppress(*_UNREADABLE):
                found = super()._load_overload((sig, has_entry), target_context)  # type: ignore[no-untyped-call]
                if found is not None:
                    return found
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Store compiled code."""
        try:
            with suppress(OSError):
                super().save_overload((sig, not is_linkable(data)), data)  # type: ignore[no-untyped-call]
        finally:
            self._end_turn()

    def take_turn(self) -> bool:
        """Wait until no other process compiles this function; others then wait until `save_overload`."""
        self._end_turn()  # of a failed compilation
        with suppress(OSError, NotImplementedError):
            self._impl.locator.ensure_cache_path()
            # numba compiles under a lock of the process, and kernels do not call each other recursively: no deadlock
            from filelock import FileLock

            turn = FileLock(f"{self._cache_file._index_path}.lock", thread_local=False)
            turn.acquire()
            self._turn = turn
        return self._turn is not None

    def _end_turn(self) -> None:
        if self._turn is not None:
            self._turn.release()
            self._turn = None

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        # the folder identifies the code; bytecode would differ with docstrings
        cells = self._py_func.__closure__
        held = () if cells is None else tuple(cell.cell_contents for cell in cells)
        values = dumps(held)  # type: ignore[no-untyped-call]
        return (sig, codegen.magic_tuple(), hashlib.sha256(values).hexdigest())


@cache
def _folder(module: str, file: str) -> Path:
    ours = module.startswith("tafelwerk.solvers.")
    folder = kernel_folder(module) if ours else kernel_cache() / module / file_key(Path(file))
    with suppress(OSError):
        os.utime(folder)
    return folder


def _forget(folder: Path) -> None:
    """Remove kernels of other versions of a module's code that have not been used for long."""
    with suppress(OSError):
        for other in folder.parent.iterdir():
            if other != folder and time.time() - other.stat().st_mtime > _FORGOTTEN:
                shutil.rmtree(other, ignore_errors=True)
