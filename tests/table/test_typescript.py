"""The pages' types are those of the contract."""

from certamen.table.typescript import PAGES, typescript


def test_the_committed_types_are_the_contracts() -> None:
    assert PAGES.read_text(encoding="utf-8") == typescript(), "run `python -m certamen.table.typescript`"


def test_what_may_be_left_out_is_marked() -> None:
    text = typescript()
    assert 'export interface Act {\n  do: "act";\n  actor: string;\n  verb: string;\n  values?: ' in text
    assert "export type Die = [roller: string," in text  # an array on the wire
    assert 'export interface Deciding {\n  type: "deciding";\n  n: number;\n}' in text
