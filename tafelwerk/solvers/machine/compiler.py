"""Compiling kernels and keeping the code on disk: numba's dispatcher, and most uses of its private interfaces.

Imported only where kernels are compiled, see `jit`: loading numba takes half a second.

numba makes every kernel callable from Python, although most are called by other kernels only and linked into them, and optimises
each of them together with all kernels below it. Here a kernel that is compiled for a calling kernel is stored as LLVM bitcode,
its own function simplified, without wrappers and machine code; all is optimised once, in the kernel that Python calls. That takes
half the compile time. Another sixth is saved by leaving out passes that kernels have no use for, and by remembering how calls of
numba's own functions are typed.

Compiled code of kernels on disk, in a folder named by the import closure of the kernel's module.

numba keys a cached kernel on its own file and on the location of that file, and returns stale code when a helper in another file
changes. Here a kernel's folder is named by the import closure of its module (see `tafelwerk.fingerprint`). So no code is stale,
and an edit of a docstring, a second checkout or an edit elsewhere compiles nothing. If several processes need the same kernel,
one compiles it while the others wait. Files carry hashes, so that damaged code is never run.
"""

import hashlib
import operator
import os
import pickle
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from inspect import getfile
from pathlib import Path
from typing import Any

from llvmlite.binding import parse_bitcode
from numba import types
from numba.core import cgutils, event, typed_passes, untyped_passes
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, _CacheLocator
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, Flags, compile_extra, compile_result
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager
from numba.core.dispatcher import _FunctionCompiler  # type: ignore[attr-defined]
from numba.core.imputils import lower_builtin
from numba.core.registry import CPUDispatcher
from numba.core.serialize import dumps
from numba.core.sigutils import normalize_signature
from numba.extending import intrinsic

from tafelwerk.fingerprint import file_key, kernel_cache, kernel_folder
from tafelwerk.solvers.machine.watching import about_to_compile

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


class _Library(JITCodeLibrary):
    """Code of a kernel that Python calls, and of all kernels that it calls."""

    _codegen: Any

    def _optimize_functions(self, ll_module: Any) -> None:
        """As in numba, but only for functions defined here, since building the passes takes longer than running them, and at the
        first level: the kernel that Python calls is optimised at the highest, with all that it calls."""
        ll_module.data_layout = self._codegen._data_layout
        passes, builder = self._codegen._function_pass_manager(opt=1)
        for function in ll_module.functions:
            if not function.is_declaration:
                passes.run(function, builder)

    def _optimize_final_module(self) -> None:
        """As in numba, without the passes that come before it removes reference counts: kernels have none."""
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)


class Linkable(_Library):
    """Code of a kernel that only other kernels call: linked into theirs, never turned into machine code by itself."""

    def _optimize_final_module(self) -> None:
        """The kernel that it is linked into is optimised as a whole."""

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


class _HashedFiles(IndexDataCacheFile):
    """numba's files of one function, with a hash of the code and of what it was compiled for: damaged code is never run."""

    def save(self, key: Any, data: Any) -> None:
        """Store compiled code."""
        super().save(key, (repr(key), data))  # type: ignore[no-untyped-call]

    def load(self, key: Any) -> Any:
        """Compiled code, or None.

        Raises:
            ValueError: the file is damaged, or holds other code.
        """
        stored = super().load(key)  # type: ignore[no-untyped-call]
        if stored is None:
            return None
        compiled_for, data = stored
        if compiled_for != repr(key):
            raise ValueError("code of another signature")
        return data

    def _save_index(self, overloads: Any) -> None:
        self._write(self._index_path, (self._version, self._source_stamp, overloads))

    def _load_index(self) -> Any:
        try:
            version, stamp, overloads = self._read_file(self._index_path)
        except (OSError, ValueError):
            return {}  # there is none, or it is damaged: it is written anew
        return overloads if (version, stamp) == (self._version, self._source_stamp) else {}

    def _save_data(self, name: str, data: Any) -> None:
        self._write(self._data_path(name), data)  # type: ignore[no-untyped-call]

    def _load_data(self, name: str) -> Any:
        return self._read_file(self._data_path(name))  # type: ignore[no-untyped-call]

    def _write(self, path: str, data: Any) -> None:
        content = self._dump(data)  # type: ignore[no-untyped-call]
        with self._open_for_write(path) as file:
            file.write(hashlib.sha256(content).digest() + content)

    @staticmethod
    def _read_file(path: str) -> Any:
        stored = Path(path).read_bytes()
        if hashlib.sha256(stored[_DIGEST:]).digest() != stored[:_DIGEST]:
            raise ValueError("damaged code")
        return pickle.loads(stored[_DIGEST:])


class KernelCache(FunctionCache):
    """numba's cache of one function, in the folder of its module; disabled if the folder cannot be used."""

    _impl_class = _Format

    def __init__(self, py_func: Any) -> None:
        super().__init__(py_func)  # type: ignore[no-untyped-call]
        self._cache_file = _HashedFiles(
            self._cache_path, self._impl.filename_base, self._impl.locator.get_source_stamp()
        )  # type: ignore[no-untyped-call]
        self._turn: Any = None

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        overload = self._find_code(sig, target_context)
        if overload is None and self.take_turn():
            # another process may have compiled it in the meantime
            overload = self._find_code(sig, target_context)
            if overload is not None:
                self._end_turn()
        return overload

    def _find_code(self, sig: Any, target_context: Any) -> Any:
        """Code on disk: with an entry point for Python if there is one, otherwise code for calling kernels."""
        for has_entry in (True, False):
            with suppress(*_UNREADABLE):
                overload = super()._load_overload((sig, has_entry), target_context)  # type: ignore[no-untyped-call]
                if overload is not None:
                    return overload
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


OPTIONS: dict[str, Any] = {
    "nopython": True,
    "boundscheck": None,  # decided by NUMBA_BOUNDSCHECK
    "nogil": True,
    "error_model": "numpy",
    "no_cfunc_wrapper": True,
    "_nrt": False,
}
"""Options for compiling every kernel, see `kernel`."""


def _open_kernel(result: Any) -> Any:
    """A kernel compiled for calling kernels, made callable from Python."""
    context, description = result.target_context, result.fndesc
    library = _Library(context.codegen(), description.qualname)  # type: ignore[no-untyped-call]
    library.enable_object_caching()  # type: ignore[no-untyped-call]
    library.add_linking_library(result.library)  # type: ignore[no-untyped-call]
    with context.push_code_library(library):
        context.create_cpython_wrapper(library, description, result.environment, None, release_gil=OPTIONS["nogil"])
    entry = context.get_executable(library, description, result.environment)
    return result._replace(library=library, entry_point=entry)


_COMPILING: list["_Kernel"] = []
"""Stack of the kernels being compiled, each for the one before it; accessed under numba's compilation lock."""


class _Flags(Flags):
    """numba's flags of a compilation, compared by what was set: it looks types up by them thousands of times per kernel."""

    _values: dict[str, object]

    def __eq__(self, other: object) -> bool:
        if type(other) is not _Flags:
            return False
        return self._values == other._values or bool(super().__eq__(other))  # type: ignore[no-untyped-call]

    def __hash__(self) -> int:
        return 0


_PASSES = (
    untyped_passes.TranslateByteCode,
    untyped_passes.FixupArgs,
    untyped_passes.IRProcessing,
    untyped_passes.RewriteSemanticConstants,
    untyped_passes.DeadBranchPrune,
    untyped_passes.GenericRewrites,
    untyped_passes.ReconstructSSA,
    typed_passes.NopythonTypeInference,
    typed_passes.PreLowerStripPhis,
    typed_passes.InlineOverloads,
    typed_passes.NoPythonSupportedFeatureValidation,
    typed_passes.NativeLowering,
    typed_passes.NoPythonBackend,
)
"""numba's passes without those for what no kernel has (closures, `with`, errors raised, loops over literals, expressions of whole
arrays, references to release when a variable ends), and without annotated types."""


class _Passes(PassManager):
    """numba's sequence of passes, without its checks and tidying after each."""

    def _runPass(self, index: int, each: Any, state: Any) -> None:  # noqa: N802
        each.analysis = self._analysis
        each.run_initialization(state)
        each.run_pass(state)
        each.run_finalizer(state)


class _Pipeline(CompilerBase):
    """numba's compiler of one function, with the passes of a kernel."""

    def define_pipelines(self) -> list[Any]:
        """The one list of passes."""
        passes = _Passes("kernel")  # type: ignore[no-untyped-call]
        for each in _PASSES:
            passes.add_pass(each, each._name)  # type: ignore[no-untyped-call]
        passes.finalize()  # type: ignore[no-untyped-call]
        return [passes]


_TWO_INTEGERS = types.int64(types.int64, types.int64)
_WORDS = types.int64[::1]


@lower_builtin(min, *_TWO_INTEGERS.args)  # type: ignore[no-untyped-call, untyped-decorator]
def _lower_min(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.select(builder.icmp_signed("<", *arguments), *arguments)


@lower_builtin(max, *_TWO_INTEGERS.args)  # type: ignore[no-untyped-call, untyped-decorator]
def _lower_max(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.select(builder.icmp_signed(">", *arguments), *arguments)


@lower_builtin(operator.getitem, _WORDS, types.int64)  # type: ignore[no-untyped-call, untyped-decorator]
def _lower_getitem(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.load(_address(context, builder, *arguments))


@lower_builtin(operator.setitem, _WORDS, types.int64, types.int64)  # type: ignore[no-untyped-call, untyped-decorator]
def _lower_setitem(context: Any, builder: Any, signature: Any, arguments: Any) -> None:
    words, index, value = arguments
    builder.store(value, _address(context, builder, words, index))


def _address(context: Any, builder: Any, words: Any, index: Any) -> Any:
    """Address of an element; as in numba, but without the detour by arrays of any dimension."""
    size, data = builder.extract_value(words, 2), builder.extract_value(words, 4)
    from_end = builder.icmp_signed("<", index, index.type(0))
    position = builder.select(from_end, builder.add(index, size), index)
    if context.enable_boundscheck:
        cgutils.do_boundscheck(context, builder, position, size, 0)  # type: ignore[no-untyped-call]
    return builder.gep(data, [position])


def _remember_calls() -> None:
    """Type each call of a function of numba once per process: numba tries all definitions again for every call, and writes down
    why each does not fit. It also compiles `min` and `max` as functions of tuples; of two integers they are two instructions."""
    resolve = types.Function.get_call_type
    signatures: dict[Any, Any] = {}

    def get_call_type(function: Any, context: Any, arguments: Any, named: Any) -> Any:
        key = function, context, arguments, tuple(named.items())
        if key not in signatures:
            if function.typing_key in (min, max) and (*map(types.unliteral, arguments),) == _TWO_INTEGERS.args:
                function._impl_keys[_TWO_INTEGERS.args] = function.typing_key
                signatures[key] = _TWO_INTEGERS
            else:
                signatures[key] = resolve(function, context, arguments, named)
        return signatures[key]

    types.Function.get_call_type = get_call_type  # type: ignore[assignment, method-assign]


_remember_calls()


class _Compiler(_FunctionCompiler):  # type: ignore[misc]
    """numba's compiler of one function, except that a kernel called by another kernel is compiled for its callers only."""

    def _compile_core(self, args: Any, return_type: Any) -> Any:
        flags: Any = _Flags()  # type: ignore[no-untyped-call]
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        context = self.targetdescr.target_context
        is_linked = len(_COMPILING) > 1
        library = (Linkable if is_linked else _Library)(context.codegen(), self.py_func.__qualname__)  # type: ignore[no-untyped-call]
        if is_linked:
            flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        else:
            library.enable_object_caching()  # type: ignore[no-untyped-call]
        result = compile_extra(  # type: ignore[no-untyped-call]
            self.targetdescr.typing_context,
            context,
            self.py_func,
            args=args,
            return_type=return_type,
            flags=flags,
            locals=self.locals,
            library=library,
            pipeline_class=self.pipeline_class,
        )
        if not is_linked:
            return result
        # callers find a kernel's code by its entry point; this one has code but no entry point
        library.finalize()  # type: ignore[no-untyped-call]
        context.insert_user_function(library, result.fndesc, [library])
        return result._replace(entry_point=library)


class _Kernel(CPUDispatcher):
    """numba's dispatcher, with two kinds of compiled code: callable from Python, or linked into callers only."""

    targetctx: Any
    _cache: Any

    def __init__(self, function: Any, options: dict[str, Any]) -> None:
        super().__init__(function, targetoptions=options)
        self._compiler = _Compiler(function, self.targetdescr, options, self.locals, _Pipeline)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """As in numba, but constants count as values of their type: numba would compile a version for each constant."""
        plain = {name: types.unliteral(kind) for name, kind in kws.items()}  # type: ignore[no-untyped-call]
        return super().get_call_template(tuple(types.unliteral(kind) for kind in args), plain)  # type: ignore[no-untyped-call]

    def compile(self, sig: Any) -> Any:
        """Compile for a signature, or load; for callers only if another kernel is being compiled.

        Returns:
            The entry point, in numba's sense.
        """
        with global_compiler_lock:
            for_python = not _COMPILING
            _COMPILING.append(self)
            try:
                entry = super().compile(sig)
            finally:
                _COMPILING.pop()
            return self._open(sig) if for_python and isinstance(entry, Linkable) else entry

    def _open(self, sig: Any) -> Any:
        arguments, return_type = normalize_signature(sig)  # type: ignore[no-untyped-call]
        result = self.overloads[tuple(arguments)]
        details = {"dispatcher": self, "args": arguments, "return_type": return_type}
        if isinstance(self._cache, KernelCache):
            self._cache.take_turn()
        with event.trigger_event("numba:compile", data=details):
            result = _open_kernel(result)
        self.targetctx.insert_user_function(result.entry_point, result.fndesc, [result.library])
        self.add_overload(result)
        self._cache.save_overload(sig, result)
        return result.entry_point

    def add_overload(self, cres: Any) -> None:
        """Register compiled code, and make it callable from Python if possible."""
        if is_linkable(cres):
            self.overloads[tuple(cres.signature.args)] = cres
            return
        # kernels linked into this one have no machine code of their own that could register their environments
        for environment in cres._find_referenced_environments():
            self.targetctx.codegen().set_env(environment.env_name, environment)
        super().add_overload(cres)


def compile_kernel(function: Any, *signatures: Any, **more: Any) -> Any:
    """numba's dispatcher of a function; a function without a source file is compiled in every process."""
    dispatcher = _Kernel(function, OPTIONS | more)
    with suppress(OSError, TypeError):
        getfile(function)
        dispatcher._cache = KernelCache(function)
    for signature in signatures:
        dispatcher.compile(signature)
    return dispatcher


class _Clock(event.Listener):
    """Number and processor time of all compilations, and the functions to notify of them."""

    def __init__(self) -> None:
        self.count = 0
        self.seconds = 0.0
        self.of_kernels: dict[str, float] = {}
        self._begun: list[float] = []
        self._inner = [0.0]  # seconds of nested compilations, per compilation in progress; the last is the innermost

    def on_start(self, event: Any) -> None:
        function = event.data["dispatcher"].py_func
        about_to_compile(function.__module__, function.__qualname__)
        self.count += 1
        self._inner.append(0.0)
        self._begun.append(time.process_time())

    def on_end(self, event: Any) -> None:
        seconds = time.process_time() - self._begun.pop()
        own = seconds - self._inner.pop()
        self._inner[-1] += seconds
        function = event.data["dispatcher"].py_func
        name = f"{function.__module__}:{function.__qualname__}"
        self.of_kernels[name] = self.of_kernels.get(name, 0.0) + own
        if not self._begun:
            self.seconds += seconds


_CLOCK = _Clock()
event.register("numba:compile", _CLOCK)  # type: ignore[no-untyped-call]


def compiling_seconds() -> float:
    """Processor time that this process has spent compiling, in seconds."""
    return _CLOCK.seconds


def compiled_kernels() -> int:
    """Number of functions that this process has compiled, one per specialisation."""
    return _CLOCK.count


def kernel_seconds() -> dict[str, float]:
    """Processor seconds for compiling each function, "module:name", without the functions that it calls."""
    return dict(_CLOCK.of_kernels)


def array_data(context: Any, builder: Any, signature: Any, arguments: Any, index: int) -> Any:
    """In an intrinsic: address of the first element of the array that is argument number `index`."""
    from numba.np import arrayobj

    array = arrayobj.make_array(signature.args[index])(context, builder, arguments[index])  # type: ignore[no-untyped-call]
    return array.data


def llvm_function(builder: Any, name: str, result: Any, *arguments: Any) -> Any:
    """In an intrinsic: an LLVM function, by the types of its result and its arguments."""
    from llvmlite import ir
    from numba.core import cgutils

    return cgutils.get_or_insert_function(builder.module, ir.FunctionType(result, arguments), name)  # type: ignore[no-untyped-call]


def local_variable(builder: Any, kind: Any) -> Any:
    """In an intrinsic: the address of a new variable of an LLVM type."""
    from numba.core import cgutils

    return cgutils.alloca_once(builder, kind)  # type: ignore[no-untyped-call]


@contextmanager
def loop(builder: Any, start: Any, stop: Any) -> Iterator[Any]:
    """In an intrinsic: repeats the code built in this context for every integer from `start` to `stop` - 1, which it yields."""
    from numba.core import cgutils

    step = start.type(1)
    with cgutils.for_range_slice(builder, start, stop, step, start.type, inc=True) as (number, _):
        yield number


@intrinsic
def fma(typing_context, a, b, c):  # type: ignore[no-untyped-def]
    """a * b + c, rounded once."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return builder.fma(*arguments)

    return types.float64(types.float64, types.float64, types.float64), generate


@intrinsic
def prefetch(typing_context, table, index):  # type: ignore[no-untyped-def]
    """Prefetch table[place] into the cache; table is an array of one dimension, place an int64."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        from llvmlite import ir

        start = array_data(context, builder, signature, arguments, 0)
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        address = builder.bitcast(builder.gep(start, [arguments[1]]), byte)
        name = "llvm.prefetch.p0" if address.type.is_opaque else "llvm.prefetch.p0i8"
        function = llvm_function(builder, name, ir.VoidType(), byte, number, number, number)
        for_reading, kept_near, data = number(0), number(3), number(1)
        builder.call(function, [address, for_reading, kept_near, data])
        return context.get_dummy_value()

    return types.void(table, types.int64), generate
