"""Rulebooks as TOML files: read, written, and what is wrong with some."""

from __future__ import annotations

import tomllib
from contextlib import suppress
from pathlib import Path

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from heartslib import Cards, Game, Rules, RulesError, rulefile, rules, variants
from heartslib.cards import HEARTS, Rank
from heartslib.rulefile import MAX_CHARACTERS, dump, load, loads
from heartslib.rules import (
    ADD,
    CHOICE,
    LEFT,
    TURBO_CHARGES,
    BoosterNines,
    CardValues,
    Charges,
    Cycle,
    DealerCalls,
    EldestLeads,
    Equals,
    ExactTotals,
    FollowSuit,
    HeartsMustBeBroken,
    HighestOfSuitLed,
    Hold,
    HolderLeads,
    KittyTo,
    Mix,
    NoCharging,
    NoDiscardOf,
    NoRoundBelow,
    Pack,
    Packets,
    PlayRule,
    Removals,
    Rounds,
    Scatter,
    ShootTheMoon,
    ShowHandOfHearts,
    Taker,
    Toward,
    Unresolved,
)
from tests.helpers.positions import AMERICAN
from tests.helpers.strategies import houses, rulebooks

NAME = 'name = "Ours"\n'

FAMILY = """\
# How we play at home.
name = "The Millers' Hearts"
based_on = "american"
players = [4, 5]

[passing]
rule = "Cycle"
patterns = [{rule = "Toward", places = 1}, {rule = "Hold"}]

[[play]]            # a list chapter is replaced as a whole
rule = "FollowSuit"

[[play]]
rule = "HeartsMustBeBroken"
breakers = "hearts QS"

[moon]
points = 30         # without `rule`: the variant's own choice with this field changed
paid = ["ADD"]

[[bonuses]]
rule = "CardValues"
values = {JD = -10}
"""


def ours(text: str) -> Rules:
    """The rulebook of some TOML without its name."""
    return loads(NAME + text)


def said(text: str) -> str:
    """The sentence with which some TOML is refused."""
    with pytest.raises(RulesError) as error:
        loads(text)
    return str(error.value)


def test_a_family_writes_its_rules_down() -> None:
    read = loads(FAMILY)
    assert read == attrs.evolve(
        AMERICAN,
        name="The Millers' Hearts",
        players=(4, 5),
        passing=Cycle((LEFT, Hold())),
        play=(FollowSuit(), HeartsMustBeBroken(HEARTS | "QS")),
        moon=ShootTheMoon(ADD, 30),
        bonuses=CardValues({"JD": -10}),
    )
    assert (read.source, read.aliases, read.decisions, read.revision) == ("", (), (), 1)
    assert Game.new(read, 5).deal(seed=1).phase.name == "pass"


def test_what_a_file_does_not_say_is_the_variant() -> None:
    assert ours("") == attrs.evolve(AMERICAN, name="Ours")
    assert ours('based_on = "Black-Maria"') == attrs.evolve(
        variants.get("black_maria"), name="Ours"
    )
    notes = 'source = "us"\naliases = ["Mine"]\ndecisions = "all"\nrevision = 3'
    for read in (ours(notes), loads(dump(ours(notes)))):
        assert (read.source, read.aliases, read.decisions) == ("us", ("Mine",), ("all",))
        assert read.revision == 3


@pytest.mark.parametrize(
    ("text", "chapter", "choice"),
    [
        ("players = 5", "players", (5,)),
        ("opening = 'EldestLeads'", "opening", EldestLeads()),
        ("opening = {rule = 'HolderLeads', card = '10d'}", "opening", HolderLeads("TD")),
        ("moon.points = 'none'", "moon", ShootTheMoon(CHOICE, None)),
        ("moon.points = false", "moon", ShootTheMoon(CHOICE, None)),
        ("[moon]", "moon", ShootTheMoon()),
        ("[moon]\nrule = 'ShootTheMoon'\nsun = 52", "moon", ShootTheMoon(sun=52)),
        ("play = []", "play", ()),
        ("play = 'FollowSuit'", "play", (FollowSuit(),)),
        ("[play]\nrule = 'FollowSuit'", "play", (FollowSuit(),)),
        ("[scoring]\nrule = 'CardValues'\nvalues = {hearts = 1, QH = 13}", "scoring", None),
        (
            "[[scoring]]\nrule = 'CardValues'\n[scoring.values]\n'QS KS' = 5\nJD = -1",
            "scoring",
            (CardValues({"QS KS": 5, "JD": -1}),),
        ),
        (
            "[[scoring]]\nrule = 'CardValues'\nvalues = [['QS', 5], ['Hearts', 2]]",
            "scoring",
            (CardValues({"QS": 5, HEARTS: 2}),),
        ),
        ("deck.removals = {3 = '2D'}", "deck", Pack(removals=Removals({3: "2D"}))),
        ("deck.removals = [[3, '2D']]", "deck", Pack(removals=Removals({3: "2D"}))),
        ("deck = {rule = 'Pack', lowest = 7}", "deck", Pack(lowest=Rank.SEVEN)),
        (
            "charging = {rule = 'Charges', doubled = {AH = 'hearts', QS = ['QS', 'KS']}}",
            "charging",
            Charges({"AH": HEARTS, "QS": "QS KS"}),
        ),
        ("totals = {rule = 'ExactTotals', totals = {100 = 50}}", "totals", None),
        (
            (
                "[tricks]\nrule = 'BoosterNines'\n[tricks.tricks]\nrule = 'HighestOfSuitLed'\n"
                "equals = 'pairs-cancel'\nunresolved = 'second-copy'"
            ),
            "tricks",
            BoosterNines(HighestOfSuitLed(Equals.PAIRS_CANCEL, Unresolved.SECOND_COPY)),
        ),
        (
            "passing.patterns = 'Hold'\npassing.others = {3 = ['Mix', 'Scatter']}",
            "passing",
            Cycle(Hold(), {3: (Mix(), Scatter())}),
        ),
        (
            "passing = {rule = 'Cycle', patterns = {rule = 'Packets', parts = {1 = 2, -1 = 1}}}",
            "passing",
            Cycle(Packets({1: 2, -1: 1})),
        ),
        ("passing = {rule = 'DealerCalls', kept = ''}", "passing", DealerCalls()),
        ("play = {rule = 'NoDiscardOf', cards = 'hEARTS'}", "play", (NoDiscardOf(HEARTS),)),
    ],
)
def test_a_chapter_is_read(text: str, chapter: str, choice: object) -> None:
    special = {
        "scoring": (CardValues({HEARTS: 1, "QH": 13}),),
        "totals": (ExactTotals({100: 50}),),
    }
    expected = special[chapter] if choice is None else choice
    assert getattr(ours(text), chapter) == expected


@pytest.mark.parametrize("none", ["false", '"none"'])
def test_a_chapter_is_switched_off(none: str) -> None:
    assert ours(f'based_on = "turbo"\ncharging = {none}').charging == NoCharging()
    assert ours(f"moon = {none}\npassing = {none}") == ours(
        "moon = 'NoMoon'\npassing = 'NO_PASSING'"
    )
    assert ours(f'based_on = "chase_the_lady"\nshowing = {none}').showing is None


def test_a_field_is_changed_in_the_choice_of_the_variant() -> None:
    read = ours('based_on = "turbo"\n[charging]\neach = 2\n[deck]\nkitty = 4')
    assert read.charging == attrs.evolve(TURBO_CHARGES, each=2)
    assert read.deck == Pack(removals=rules.deck.AMERICAN, kitty=4)


@pytest.mark.parametrize("slug", variants.all())
def test_every_variant_is_read_as_it_was_written(slug: str) -> None:
    variant = variants.get(slug)
    read = loads(dump(variant))
    assert read == variant
    assert variants.slug_of(read) == slug
    for field in ("source", "aliases", "decisions"):
        assert getattr(read, field) == getattr(variant, field)


@given(rulebooks() | houses() | houses(exchanging=True))
def test_every_rulebook_is_read_as_it_was_written(written: Rules) -> None:
    assert loads(dump(written)) == written


@given(
    st.text(st.characters(exclude_categories=["Cc", "Cs"])).filter(str.strip)
    | st.just("two\n\tlines")
)
def test_every_name_is_read_as_it_was_written(name: str) -> None:
    named = attrs.evolve(AMERICAN, name=name, decisions=(name, name))
    read = loads(dump(named))
    assert read == named
    assert read.decisions == named.decisions


def test_a_rulebook_is_written_so_that_people_can_read_it() -> None:
    bare = attrs.evolve(
        AMERICAN, source="", aliases=(), decisions=(), decisions_by_players=(), summary=""
    )
    assert dump(bare) == (
        'name = "American Hearts"\nbased_on = "american"\nplayers = [3, 4, 5, 6]\n'
    )
    house = Rules(
        name='"Ours"\\x7f',
        players=4,
        deck=Pack(removals=Removals({3: "2C"}), lowest=Rank.SEVEN),
        passing=Cycle(
            (Toward(-1), Toward(2, 1, name="far"), Mix()), {3: (Hold(),)}, kept=Cards("QS KS")
        ),
        charging=Charges({"AH": HEARTS, "QS": "QS"}, each=None),
        play=(),
        showing=ShowHandOfHearts(),
        tricks=BoosterNines(HighestOfSuitLed(Equals.ALL_CANCEL)),
        scoring=(CardValues({HEARTS: 2, "QS QC": 13}), NoRoundBelow(0)),
        kitty=KittyTo(Taker.OF_PENALTY, exchanged=True),
        totals=ExactTotals(((50, 0), (50, 25))),
        ending=Rounds(8),
        decisions=("We " + "never " * 20 + "argue.", "Short."),
    )
    text = dump(house)
    assert (
        text
        == f"""\
name = "\\"Ours\\"\\\\x7f"
based_on = "american"
players = [4]
play = []
showing = "ShowHandOfHearts"
decisions = [
    "We {"never " * 20}argue.",
    "Short.",
]

[deck]
rule = "Pack"
lowest = 7
removals = {{3 = "2C"}}

[kitty]
rule = "KittyTo"
taker = "penalty"
exchanged = true

[passing]
rule = "Cycle"
patterns = [{{rule = "Toward", places = -1}}, {{rule = "Toward", places = 2, count = 1, name = "far"}}, "Mix"]
others = {{3 = ["Hold"]}}
kept = "QS KS"

[charging]
rule = "Charges"
doubled = {{QS = "QS", AH = "hearts"}}
each = "none"

[tricks]
rule = "BoosterNines"
tricks = {{rule = "HighestOfSuitLed", equals = "all-cancel"}}

[[scoring]]
rule = "CardValues"
values = {{"QC QS" = 13, hearts = 2}}

[[scoring]]
rule = "NoRoundBelow"

[[totals]]
rule = "ExactTotals"
totals = [[50, 0], [50, 25]]

[ending]
rule = "Rounds"
rounds = 8
""".replace(
            'patterns = [{rule = "Toward", places = -1}, '
            '{rule = "Toward", places = 2, count = 1, name = "far"}, "Mix"]',
            'patterns = [\n    {rule = "Toward", places = -1},\n'
            '    {rule = "Toward", places = 2, count = 1, name = "far"},\n    "Mix",\n]',
        )
    )
    assert loads(text) == house


def test_long_mappings_have_a_table_of_their_own() -> None:
    text = dump(variants.get("spot"))
    assert '[[scoring]]\nrule = "CardValues"\n\n[scoring.values]\nQS = 25\n2H = 2\n' in text
    long = dict.fromkeys(range(3, 9), "2C 2D 2S 2H 3C 3D 3S 3H")
    text = dump(attrs.evolve(AMERICAN, deck=Pack(removals=Removals(long))))
    assert '[deck]\nrule = "Pack"\n\n[deck.removals]\n3 = "2C 3C 2D 3D 2S 3S 2H 3H"\n' in text
    assert loads(text).deck == Pack(removals=Removals(long))
    totals = ExactTotals(tuple((100, points) for points in range(20)))
    text = dump(attrs.evolve(AMERICAN, totals=totals))
    assert "totals = [\n    [100, 0],\n    [100, 1],\n" in text
    assert loads(text).totals == (totals,)


def test_a_rule_inside_a_rule_is_not_taken_for_a_mapping() -> None:
    deep = BoosterNines(HighestOfSuitLed(Equals.ALL_CANCEL, Unresolved.SECOND_COPY, name="n" * 40))
    assert loads(dump(attrs.evolve(AMERICAN, tricks=deep))).tricks == deep


@attrs.frozen
class _Own(PlayRule):
    """A restriction that forbids nothing."""

    name: str = "own"

    def narrow(self, playable: Cards, hand: Cards, table: object) -> Cards:
        return playable

    def reason(self, card: object, table: object) -> str:
        return ""

    def describe(self, players: int) -> str:
        return ""


def test_what_a_file_cannot_name_is_not_written() -> None:
    with pytest.raises(RulesError) as error:
        dump(attrs.evolve(AMERICAN, play=(FollowSuit(), _Own())))
    assert str(error.value) == (
        "_Own(name='own') cannot be written: a file can name only rules of the library"
    )


FLAT = (
    "x = '" + "[" * 40 + "'",
    'x = "\\"' + "[" * 40 + '"',
    'x = """\\"""' + "[" * 40 + '"""',
    "x = '''\"" + "[" * 40 + "''''",
    "x = 1  # " + "[" * 40 + "." * 40,
    "x = '" + "." * 40 + "'",
    "x = [" + "1.5, " * 40 + "]",
    "x = [" + "[1], " * 40 + "]",
    ".".join(["a"] * 32) + " = 1",
    "x.y = 1\n" * 40,
    "x = {" + "a.b = 1, " * 40 + "}",
    '"' + '\\"' * 40_000,
    "'''" * 20_001,
)


def test_text_that_is_not_too_deep() -> None:
    for flat in FLAT:
        assert "nested" not in said(f"{NAME}{flat}")


def test_tables_and_rules_may_be_too_deep_together() -> None:
    tables = "".join(
        f"[{'.'.join(['tricks'] * depth)}]\nrule = 'BoosterNines'\n" for depth in range(1, 21)
    )
    deep = "{rule = 'BoosterNines', tricks = " * 15 + "'HighestOfSuitLed'" + "}" * 15
    assert said(f"{NAME}{tables}tricks = {deep}") == (
        "the file: tricks.tricks.tricks: this is nested too deeply for a rulebook"
    )
    nested = "[" * 100 + "]" * 100
    for key in ("play", "players", "moon.also", "aliases", "name", "based_on", "deck.removals"):
        assert f" {key}" in said(f"{key} = {nested}")


@given(st.text(max_size=60))
def test_any_other_text_is_read_or_refused(text: str) -> None:
    with suppress(RulesError):
        loads(text)


@given(st.data())
def test_a_file_changed_anywhere_is_read_or_refused(data: st.DataObject) -> None:
    text = dump(variants.get(data.draw(st.sampled_from(list(variants.all())))))
    at = data.draw(st.integers(0, len(text)))
    text = (
        text[:at]
        + data.draw(st.sampled_from(["", "x", "[", "}", '"', "5", "\n", "= 5"]))
        + (text[at + data.draw(st.integers(0, 9)) :])
    )
    with suppress(RulesError):
        loads(text)


def test_a_file_is_loaded(tmp_path: Path) -> None:
    file = tmp_path / "family.toml"
    for encoding in ("utf-8", "utf-8-sig"):
        file.write_text(FAMILY.replace("Millers", "Müllers"), encoding=encoding)
        read = rulefile.load(file)
        assert read.name == "The Müllers' Hearts"
        assert read == load(str(file))
    assert loads("\ufeff" + FAMILY) == loads(FAMILY)


def test_a_file_that_cannot_be_loaded_is_named(tmp_path: Path) -> None:
    file = tmp_path / "family.toml"
    cases: dict[bytes, str] = {
        b"\xff\xfe": f"{file} is not text in UTF-8",
        b"\xc3": f"{file} is not text in UTF-8",
        b"#" * (MAX_CHARACTERS + 1): f"{file} is too long for a rulebook: more than ",
        b"#" + b"\xc3\xa4" * 2 * MAX_CHARACTERS: f"{file} is too long for a rulebook: more than ",
        b"name = 5": f"{file}: name: this must be text",
        b"name = 'x'\nplayers = 2\nmoon.also = '2S'\ndeck.lowest = 3": f"{file}: x cannot be ",
    }
    for data, sentence in cases.items():
        file.write_bytes(data)
        with pytest.raises(RulesError) as error:
            load(file)
        assert str(error.value).startswith(sentence)


def test_a_folder_is_no_file() -> None:
    with pytest.raises(RulesError, match=" cannot be read: "):
        load(Path(__file__).parent)


@pytest.mark.parametrize("name", ["load", "Rules", "Removals", "Card", "os.system", "__class__"])
def test_a_file_names_rules_and_nothing_else(name: str) -> None:
    for chapter in ("deck", "play", "moon", "ending"):
        assert f"{chapter}.rule: {name!r} is not a choice here" in said(
            f"{NAME}{chapter} = {name!r}"
        )
    assert "has no field '__init__'" in said(f"{NAME}moon.__init__ = 5")


def test_every_rule_of_the_library_is_a_choice_for_one_chapter() -> None:
    places = (
        *(
            "deck",
            "kitty",
            "dealer",
            "contracts",
            "passing",
            "charging",
            "opening",
            "play",
            "showing",
            "tricks",
        ),
        *("round_end", "scoring", "moon", "sides", "totals", "ending"),
        *("moon.paid", "passing.patterns"),
    )
    found: list[str] = []
    for place in places:
        found += said(f"{NAME}{place} = '?'").split("the choices are ")[1].split(", ")
    built_in = (
        {name for name, each in vars(rules).items() if isinstance(each, type) and attrs.has(each)}
        - {
            "CardSet",
            "Clause",
            "Condition",
            "Contract",
            "Mark",
            "Needs",
            "Objection",
            "Page",
            "Removals",
        }
        - {"Quota", "Rules", "Rulebook", "RoundRules", "TableRules"}
    )
    assert sorted(name for name in found if not name.isupper()) == sorted(built_in)
    constants = {name for name, each in vars(rules).items() if type(each).__name__ in built_in}
    assert {name for name in found if name.isupper()} == constants


def test_the_example_of_the_module_is_a_rulebook() -> None:
    assert rulefile.__doc__
    block = rulefile.__doc__.split("::\n\n")[1].split("\n\n`loads`")[0]
    text = "\n".join(line.removeprefix("    ") for line in block.splitlines())
    assert tomllib.loads(text)["name"] == loads(text).name == "The Millers' Hearts"
