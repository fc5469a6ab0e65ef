"""A World in compiled code: its tables as plain pointers, behind one pointer of their own.

As a tuple of arrays it would be copied, word for word, into every call, and each use of a table would be counted.
Whoever hands over the arrays must outlive the tables.
"""

import operator

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.datamodel import models
from numba.core.imputils import lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate
from numba.extending import infer_getattr, intrinsic, overload, register_model


class _TableType(types.Type):
    """A table: where its rows stand, and how many there are. A row is a record, or a whole number."""

    def __init__(self, row: types.Type) -> None:
        self.row = row
        super().__init__(name=f"CertamenTable({row})")


class _WorldType(types.Type):
    """Tables by name."""

    def __init__(self, tables: dict[str, _TableType]) -> None:
        self.tables = tables
        super().__init__(name=f"CertamenWorld({tables})")


@register_model(_TableType)
class _TableModel(models.StructModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, [("data", types.voidptr), ("rows", types.intp)])


@register_model(_WorldType)
class _WorldModel(models.PrimitiveModel):
    def __init__(self, manager, kind):
        tables = ir.LiteralStructType([manager[table].get_value_type() for table in kind.tables.values()])
        super().__init__(manager, kind, tables.as_pointer())


@infer_getattr
class _WorldAttributes(AttributeTemplate):
    key = _WorldType

    def generic_resolve(self, world, name):
        return world.tables.get(name)


@lower_getattr_generic(_WorldType)
def _table_of(context, builder, world, value, name):
    return builder.load(cgutils.gep_inbounds(builder, value, 0, list(world.tables).index(name)))


@intrinsic
def tables_of(context, world):
    """The tables of a World (a NamedTuple of arrays), by the same names."""
    kind = _WorldType({name: _TableType(one.dtype) for name, one in zip(world.fields, world.types, strict=True)})

    def build(target, builder, signature, arguments):
        found = cgutils.alloca_once(builder, target.get_value_type(kind).pointee)
        for i, one in enumerate(world.types):
            table = _as_table(target, builder, one, builder.extract_value(arguments[0], i))
            builder.store(table, cgutils.gep_inbounds(builder, found, 0, i))
        return found

    return kind(world), build


@intrinsic
def table_of(context, array):
    """An array as a table."""
    return _TableType(array.dtype)(array), lambda target, builder, signature, arguments: _as_table(
        target, builder, array, arguments[0]
    )


def _as_table(target, builder, array, value):
    given = target.make_array(array)(target, builder, value)
    table = cgutils.create_struct_proxy(_TableType(array.dtype))(target, builder)
    table.data = builder.bitcast(given.data, cgutils.voidptr_t)
    table.rows = given.nitems
    return table._getvalue()


def _place(target, builder, table, value, i):
    """Where row i of a table stands."""
    kind = target.data_model_manager[table.row].get_data_type()
    size = target.get_constant(types.intp, target.get_abi_sizeof(kind))
    data = cgutils.create_struct_proxy(table)(target, builder, value=value).data
    return cgutils.pointer_add(builder, data, builder.mul(i, size))


@intrinsic
def _row(context, table, i):
    def build(target, builder, signature, arguments):
        place = _place(target, builder, table, *arguments)
        if isinstance(table.row, types.Record):
            return builder.bitcast(place, target.get_value_type(table.row))
        return builder.load(builder.bitcast(place, target.get_value_type(table.row).as_pointer()))

    return table.row(table, types.intp), build


@intrinsic
def _part(context, table, first, rows):
    def build(target, builder, signature, arguments):
        part = cgutils.create_struct_proxy(table)(target, builder)
        part.data = _place(target, builder, table, *arguments[:2])
        part.rows = arguments[2]
        return part._getvalue()

    return table(table, types.intp, types.intp), build


@intrinsic
def _rows(context, table):
    def build(target, builder, signature, arguments):
        return cgutils.create_struct_proxy(table)(target, builder, value=arguments[0]).rows

    return types.intp(table), build


@overload(operator.getitem)
def _getitem(table, at):
    if not isinstance(table, _TableType):
        return None
    if isinstance(at, types.SliceType):

        def part(table, at):
            first = min(at.start, _rows(table))
            return _part(table, first, max(0, min(at.stop, _rows(table)) - first))

        return part
    return lambda table, at: _row(table, at)


@overload(len)
def _len(table):
    return (lambda table: _rows(table)) if isinstance(table, _TableType) else None
