#!/usr/bin/python3
"""claims_test.py: what the ledger makes of rows and numbers, without measuring anything."""
import contextlib
import io
import json
import math
import sys
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent))
import case_text  # noqa: E402
import claims  # noqa: E402
import counted  # noqa: E402
import cpu_skinning  # noqa: E402
import cycles  # noqa: E402
import draw_plans  # noqa: E402
import fast_skinning  # noqa: E402
import meshes  # noqa: E402
import ports  # noqa: E402
import render  # noqa: E402
import row  # noqa: E402
import shards  # noqa: E402
import skinned_meshes  # noqa: E402
import skinning_it_to_11  # noqa: E402
import slerping_clock_cycles  # noqa: E402
import three_ways  # noqa: E402
import timing  # noqa: E402
import tools  # noqa: E402
from render import markdown, said  # noqa: E402


def a_row(**changes):
    given = row.Row(name="error", place="section 1", claim="1.0e-3 | at most", how="by magic",
                    measure=lambda tools: {"error": tools}, found=lambda m: row.number(m["error"]),
                    verdict=lambda m: row.within("1.0e-3")(m["error"]), command="./ulna")
    return replace(given, **changes)


class Ledger(unittest.TestCase):
    def sources(self, **changes):
        return (row.Source("A paper", (a_row(**changes),)),)

    def wrong(self, recorded, now, page=None, **changes):
        """What check() says where `recorded` is recorded and measuring gives `now`."""
        sources = self.sources(**changes)
        records = {"error": {"numbers": {"error": recorded}, "machine": "a machine", "load": 1}}
        text = markdown(sources, records) if page is None else page
        return list(claims.check(sources, records, now, text))

    def test_what_is_current_is_not_complained_about(self):
        self.assertEqual(self.wrong(1e-3, 1e-3), [])

    def test_another_number_is_named(self):
        (line,) = self.wrong(1e-3, 0.9e-3)
        self.assertRegex(line, r'^error: recorded is "0.001" \(holds\), now it is "0.0009"')

    def test_a_number_of_the_machine_may_differ_and_its_verdict_not(self):
        self.assertEqual(self.wrong(1e-3, 0.9e-3, check="verdict"), [])
        (line,) = self.wrong(1e-3, 2e-3, check="verdict")
        self.assertRegex(line, '^error: the verdict is "holds", on this machine "false"')

    def test_what_depends_on_the_machine_is_measured_on_that_machine(self):
        with mock.patch.object(claims, "machine", return_value="a machine"):
            self.assertEqual(self.wrong(1e-3, 0.9e-3, check="here", depends="tables"), [])
            (line,) = self.wrong(1e-3, 2e-3, check="here", depends="tables")
            self.assertRegex(line, '^error: the verdict is "holds", on this machine "false"')
        with mock.patch.object(claims, "machine", return_value="another"):
            self.assertEqual(self.wrong(1e-3, 2e-3, check="here", depends="tables"), [])

    def test_what_is_recorded_is_not_measured(self):
        def measure(_tools):
            raise AssertionError("measured")
        self.assertEqual(self.wrong(1e-3, 1.0, check="recorded", measure=measure), [])

    def test_a_verdict_typed_into_the_page_is_refused(self):
        records = {"error": {"numbers": {"error": 2e-3}}}
        page = markdown(self.sources(), records).replace("**false**", "**holds**")
        (line,) = self.wrong(2e-3, 2e-3, page=page)
        self.assertRegex(line, r"^CLAIMS.md:\d+: is not what the rows say; it has to be .*\*\*false\*\*")

    def test_a_line_too_many_is_refused(self):
        records = {"error": {"numbers": {"error": 1e-3}}}
        page = markdown(self.sources(), records) + "\nmore\n"
        self.assertRegex(self.wrong(1e-3, 1e-3, page=page)[0], r"^CLAIMS.md: has \d+ lines")

    def test_a_row_that_was_never_measured_and_a_record_without_a_row(self):
        sources = self.sources()
        self.assertRegex(next(claims.check(sources, {}, 1e-3, "")), "^error: never measured")
        records = {"error": {"numbers": {"error": 1e-3}}, "old": {"numbers": {}}}
        self.assertRegex(next(claims.check(sources, records, 1e-3, "")), "^old: is in .* no row")

    def test_only_measures_that_row_and_keeps_the_others(self):
        sources = (row.Source("A paper", (a_row(), a_row(name="other"))),)
        old = {"error": {"numbers": {"error": 1.0}}, "other": {"numbers": {"error": 1.0}}}
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "properties/claims").mkdir(parents=True)
            said_ = io.StringIO()
            with contextlib.redirect_stdout(said_):
                claims.write(sources, old, ["other"], 2.0, Path(folder))
            self.assertEqual(said_.getvalue(), "other: section 1\n  claimed  1.0e-3 | at most\n"
                                               "  we get   2\n  verdict  false\n")
            written = json.loads(Path(folder, claims.MEASURED).read_text(encoding="utf-8"))
            self.assertEqual(written["error"]["numbers"]["error"], 1.0)
            self.assertEqual(written["other"]["numbers"]["error"], 2.0)
            self.assertIn("2 rows: 2 false.", Path(folder, "CLAIMS.md").read_text(encoding="utf-8"))

    def test_the_machine_is_said_of_what_depends_on_it(self):
        records = {"error": {"numbers": {"error": 1.0}, "machine": "a machine", "load": 2.5}}
        self.assertIn("1 (a machine, load 2.5)", markdown(self.sources(depends="speed"), records))
        self.assertNotIn("a machine", markdown(self.sources(), records))
        self.assertEqual(claims.measure(a_row(depends="tables"), 1.0).keys(), {"numbers", "machine"})
        self.assertEqual(claims.measure(a_row(depends="speed"), 1.0).keys(),
                         {"numbers", "machine", "load"})
        self.assertEqual(claims.measure(a_row(), 1.0).keys(), {"numbers"})

    def test_a_bar_does_not_end_a_cell(self):
        self.assertIn("1.0e-3 \\| at most", markdown(self.sources(), {"error": {"numbers": {
            "error": 1.0}}}))


class CommandLine(unittest.TestCase):
    def run_main(self, *arguments):
        said_, complained = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(said_), contextlib.redirect_stderr(complained):
            return claims.main(list(arguments)), said_.getvalue(), complained.getvalue()

    def test_an_unknown_row_and_a_missing_page_are_bad_input(self):
        self.assertEqual(self.run_main("--only", "nothing", ".", "."),
                         (2, "", "claims: no row is called nothing; see ./ulna claims --list\n"))
        with tempfile.TemporaryDirectory() as folder:
            code, _, complained = self.run_main("--check", folder, folder)
            self.assertEqual((code, complained),
                             (2, "claims: CLAIMS.md is not there; write it: ./ulna claims\n"))

    def test_checking_is_of_all_rows(self):
        self.assertEqual(self.run_main("--check", "--only", "twice", ".", "."),
                         (2, "", "claims: --check is of all rows; leave out --only\n"))

    def test_a_missing_program_is_one_line(self):
        def measure(_tools):
            raise row.Unusable("gappa is not installed")
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(
                claims, "SOURCES", (row.Source("A paper", (a_row(measure=measure),)),)):
            self.assertEqual(self.run_main(folder, folder),
                             (2, "", "claims: gappa is not installed\n"))

    def test_a_pattern_names_rows(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(
                claims, "SOURCES", (row.Source("A paper", (a_row(), a_row(name="other"))),)), \
                mock.patch.object(claims, "write") as written:
            self.assertEqual(self.run_main("--only", "err*", folder, folder)[0], 0)
            self.assertEqual(written.call_args.args[2], ["error"])

    def test_names_of_rows_are_distinct(self):
        names = self.run_main("--list", ".", ".")[1].split()
        self.assertEqual(len(names), len(set(names)))
        self.assertGreater(len(names), 80)


class Shards(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folders = [f"{folder.name}/{i}" for i in range(1, 4)]
        self.rows = [a_row(name=f"row {i}") for i in range(7)]
        self.measured = []

    def run_shard(self, number, rows=None, ulna="1.0"):
        def measure(row):
            self.measured.append(row.name)
            return {"numbers": {"error": len(self.measured)}}
        return shards.run(shards.Shard(f"{number}/3"), rows or self.rows, self.folders[number - 1], ulna, measure)

    def test_have_each_row_once_and_add_up_in_any_order(self):
        for number in (2, 1, 3):
            self.run_shard(number)
        self.assertEqual(sorted(self.measured), [row.name for row in self.rows])
        records = shards.merged(self.folders, self.rows)
        self.assertEqual(list(records), [row.name for row in self.rows])
        self.assertEqual(records, shards.merged(list(reversed(self.folders)) + self.folders, self.rows))

    def test_go_on_where_they_were_ended(self):
        def ends_at_the_second(row):
            if self.measured:
                raise KeyboardInterrupt
            self.measured.append(row.name)
            return {"numbers": {}}
        with self.assertRaises(KeyboardInterrupt):
            shards.run(shards.Shard("1/3"), self.rows, self.folders[0], "1.0", ends_at_the_second)
        self.run_shard(1)
        self.assertEqual(self.measured, ["row 0", "row 3", "row 6"])

    def test_of_no_rows_add_nothing(self):
        few = self.rows[:2]
        for number in (1, 2, 3):
            self.run_shard(number, few)
        self.assertEqual(len(shards.merged(self.folders, few)), 2)

    def test_that_are_missing_or_of_another_run_are_named(self):
        self.run_shard(1)
        self.run_shard(2)
        with self.assertRaisesRegex(row.Unusable, r"row 2 is missing; run ./ulna claims --shard 3/3"):
            shards.merged(self.folders[:2], self.rows)
        self.run_shard(3, self.rows[:6])
        with self.assertRaisesRegex(row.Unusable, "it is of another run than"):
            shards.merged(self.folders, self.rows)
        with self.assertRaisesRegex(row.Unusable, "it is of another run"):
            self.run_shard(3)
        Path(self.folders[2], shards.FILE).unlink()
        self.run_shard(3, ulna="1.1")
        with self.assertRaisesRegex(row.Unusable, "by another ulna .'1.1'"):
            shards.merged(self.folders, self.rows)
        Path(self.folders[2], shards.FILE).write_text("{", encoding="utf-8")
        with self.assertRaisesRegex(row.Unusable, "it is not what a shard of claims wrote"):
            shards.merged(self.folders, self.rows)

    def test_are_said_as_which_of_how_many(self):
        for wrong in ("", "3", "0/3", "4/3", "x/3", "3/8x"):
            with self.assertRaisesRegex(row.Unusable, "say which of how many"):
                shards.Shard(wrong)

    def test_go_with_a_folder_and_alone(self):
        for wrong in (["--shard", "1/2"], ["--out", "x"], ["--shard", "1/2", "--out", "x", "--check"],
                      ["--merge", "x", "--shard", "1/2", "--out", "y"]):
            with contextlib.redirect_stderr(io.StringIO()) as said_there:
                self.assertEqual(claims.main([*wrong, ".", "."]), 2)
            self.assertIn("--shard goes with --out", said_there.getvalue())


class Rules(unittest.TestCase):
    def test_a_printed_number_holds_to_its_digits(self):
        self.assertEqual(row.within("4.768e-7")(2.0**-21), row.HOLDS)
        self.assertEqual(row.within("4.768e-7")(4.769e-7), row.FALSE)
        self.assertEqual(row.within("4.768e-7")(float("nan")), row.FALSE)

    def test_a_printed_number_is_taken_as_the_proofs_take_it(self):
        sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "proofs"))
        from support.proof import Claim
        for text in ("4.768e-7", "2.308e-9", "1.0e-3"):
            self.assertEqual(row.stands_for(text)[1], Claim(text, True).limit())

    def test_what_a_printed_number_stands_for(self):
        for printed, low, high in (("2.75", 2.745, 2.755), ("~2.75", 2.7, 2.8), ("21", 20.5, 21.5),
                                   ("~20", 15, 25), ("4.00", 3.995, 4.005), (1018, 1018, 1018),
                                   ("more than 7", 7, math.inf), ("between 2 and 3", 2, 3),
                                   ("4.768e-7", 4.7675e-7, 4.7685e-7)):
            with self.subTest(printed):
                self.assertEqual(tuple(map(float, row.stands_for(printed))), (low, high))

    def test_a_ratio_of_speeds(self):
        self.assertEqual(row.at_least("more than 7")(7.0), "holds here")
        self.assertEqual(row.at_least("more than 7")(6.9), "false here")
        self.assertEqual(row.at_least("2")(1.5), "holds here")
        self.assertEqual(row.at_least(7.9)(float("nan")), "false here")
        self.assertEqual(row.at_most(2.5)(2.5), "holds here")
        self.assertEqual(row.at_most(2.5)(2.6), "false here")
        self.assertEqual(row.at_most(2.5)(float("nan")), "false here")

    def test_what_is_printed_twice(self):
        found = row.printed_twice([("tie", "105", "104.50"), ("off", "192", "191.4")], lambda x: x)
        self.assertEqual([one["agrees"] for one in found["printed"]], [True, False])
        self.assertEqual(row.printed_text(found), "off: 192 is printed, 191.3 to 191.4 follows")
        self.assertEqual(row.printed_verdict(found), "false in 1 of 2")

    def test_what_another_follows_from_is_rounded_too(self):
        (one,) = row.printed_twice([("10 octaves", "18.1", "80.6", "95.26")],
                                   lambda before, after: 100 * (after / before - 1))["printed"]
        self.assertTrue(one["agrees"])
        self.assertEqual(one["follows"], "18.11 to 18.27")

    def test_more_than_and_between(self):
        found = row.printed_twice([("a", "more than 2", "2.4"), ("b", "more than 2", "1.9"),
                                   ("c", "between 2 and 3", "3.17")],
                                  lambda x: x)
        self.assertEqual([one["agrees"] for one in found["printed"]], [True, False, False])

    def test_a_table_of_cycles_counts_what_it_has(self):
        cells = {"C": (1024, 1, 2048, 3), "SSE3": (None, None, 4096, 4)}
        given = cycles.agrees("table", "", cells)
        record = claims.measure(given, None)
        self.assertEqual(len(record["numbers"]["printed"]), 3)
        self.assertEqual(said(given, record).verdict, "false in 1 of 3")

    def test_an_error_of_this_processor(self):
        (against_c,) = [each for each in slerping_clock_cycles.ROWS if each.name == "slerp-against-c"]
        pairs = {"uniform": {"error": 2.0**-21, "t": 0.5}, "near an axis": {"error": 2.0**-21, "t": 0.25}}
        record = {"numbers": pairs, "machine": "a machine"}
        self.assertEqual(said(against_c, record).verdict, "holds here")
        pairs["near an axis"]["error"] = 5.96e-7
        self.assertEqual(said(against_c, record).verdict, "false here")
        pairs["near an axis"]["error"] = float("nan")
        self.assertEqual(said(against_c, record).verdict, "false here")

    def test_an_error_of_some_processor(self):
        verdict = slerping_clock_cycles.any_processor
        self.assertEqual(verdict({"above": 1}), "false on some conforming CPU")
        self.assertEqual(verdict({"above": 0}), "open")

    def gains(self, *gains, most=90.0):
        return {"gains": [{"ours": gain, "most": most} for gain in gains]}

    def test_a_gain_that_rises_with_the_load(self):
        verdict = cpu_skinning.frames_verdict
        self.assertEqual(verdict(self.gains(1.5, 35.3, 47.9)), "holds here")
        self.assertEqual(verdict(self.gains(4.7, 35.3, 47.9)), "holds here but for the simple animation")
        self.assertEqual(verdict(self.gains(34.5, 28.5, 43.4)), "false here")
        self.assertEqual(verdict(self.gains(1.5, 1.5, 47.9)), "false here")
        self.assertEqual(verdict(self.gains(-33.0, -30.0, -20.0)), "false here")

    def test_a_gain_above_what_the_work_allows_is_none(self):
        self.assertEqual(cpu_skinning.frames_verdict(self.gains(1.5, 35.3, 47.9, most=40.0)), "open")

    def test_gains_are_medians(self):
        def run(*gains):
            return {"frames": [{"gain_percent": gain, "most_percent": 50.0} for gain in gains]}
        measuring = mock.Mock()
        measuring.threads.return_value = [run(1, 2, 3), run(-9, 60, 4), run(2, 1, 5)]
        self.assertEqual([one["ours"] for one in cpu_skinning.frames(measuring)["gains"]], [1, 2, 4])

    def test_a_minimal_increase(self):
        verdict = cpu_skinning.split_verdict
        self.assertEqual(verdict({"aos": 1.04, "soa": 0.9}), "holds here")
        self.assertEqual(verdict({"aos": 1.04, "soa": 1.9}), "false here")

    def test_collapsed_matrices(self):
        verdict = cpu_skinning.collapsed_verdict
        self.assertEqual(verdict({"3": {"ratio": 1.4}, "4": {"ratio": 1.5}}, True), "holds here")
        self.assertEqual(verdict({"3": {"ratio": 0.9}, "4": {"ratio": 1.5}}, True), "false here")
        self.assertEqual(verdict({"1": {"ratio": 0.9}}, False), "holds here")
        self.assertEqual(verdict({"1": {"ratio": 1.1}}, False), "false here")

    def test_branches(self):
        slow, fast = {"branches": 2, "no_branches": 1}, {"branches": 1, "no_branches": 2}
        verdict = skinning_it_to_11.choosing_verdict
        self.assertEqual(verdict({"1": slow, "2": slow}, "branches"), "holds here")
        self.assertEqual(verdict({"1": slow, "2": fast}, "branches"), "false here in 1 of 2")

    def test_unskinned_data(self):
        verdict = skinning_it_to_11.unskinned_verdict
        self.assertEqual(verdict({"few": {"0": 1, "8": 2}, "many": {"0": 1, "8": 3}}), "holds here")
        self.assertEqual(verdict({"few": {"0": 1, "8": 2}, "many": {"0": 2, "8": 3}}), "false here")
        self.assertEqual(verdict({"few": {"0": 1, "8": 0.99, "40": 2}, "many": {"0": 1, "8": 2, "40": 3}}), "holds here")
        self.assertEqual(verdict({"few": {"0": 1, "8": 1.01}, "many": {"0": 1, "8": 3}}), "false here")
        self.assertEqual(verdict({"few": {"0": 2, "8": 1}, "many": {"0": 1, "8": 3}}), "false here")

    def test_aligned_vertices(self):
        verdict = fast_skinning.places_verdict
        self.assertEqual(verdict({"1": {"ratio": 1.1}, "2": {"ratio": 1.2}}), "holds here")
        self.assertEqual(verdict({"1": {"ratio": 1.01}, "2": {"ratio": 0.99}}), "open")
        self.assertEqual(verdict({"1": {"ratio": 0.9}, "2": {"ratio": 0.9}}), "false here")
        self.assertEqual(verdict({"1": {"ratio": 0.9}, "2": {"ratio": 1.2}}), "open")

    def test_linear_work(self):
        verdict = cpu_skinning.linear_verdict
        self.assertEqual(verdict({"1": 3, "2": 5, "3": 7.4, "4": 9}), "holds here")
        self.assertEqual(verdict({"1": 3, "2": 5, "3": 9, "4": 10}), "false here")
        self.assertEqual(verdict({"1": 3, "2": 3, "3": 3, "4": 3}), "false here")

    def test_three_ways(self):
        def of(slerp, lerp, log, **more):
            return {"Slerp": slerp, "Lerp": lerp, "the exponential map": log, **more}
        once = {"Lerp, renormalised at the end": 0}
        self.assertEqual(three_ways.orders_verdict(of(9, 0, 0, **once)), "holds")
        self.assertEqual(three_ways.orders_verdict(of(9, 9, 0, **once)),
                         "holds if Lerp renormalises once, at the end")
        self.assertEqual(three_ways.orders_verdict(of(0, 0, 0, **once)), "false")
        self.assertEqual(three_ways.orders_verdict(of(9, 0, 9, **once)), "false")
        self.assertEqual(three_ways.speeds_verdict(of(1, 2, 1)), "holds")
        self.assertEqual(three_ways.speeds_verdict(of(1, 2, 1.5)), "false for the exponential map")
        self.assertEqual(three_ways.speeds_verdict(of(2, 2, 1)), "false")
        self.assertEqual(three_ways.arcs_verdict(of(0, 0, 9)), "holds")
        self.assertEqual(three_ways.arcs_verdict(of(0, 0, 0)), "false")

    def test_the_exponential_map_of_one_axis_is_slerp(self):
        a, b = (math.sin(0.1), 0, 0, math.cos(0.1)), (math.sin(0.9), 0, 0, math.cos(0.9))
        for t in (0.25, 0.5):
            self.assertLess(ports.angle(three_ways.log_lerp(a, b, t), three_ways.slerp(a, b, t)), 1e-12)

    def test_counted(self):
        self.assertEqual(counted.count(lambda a: a[0] * a[1] + a[0] - a[1], 2), 3)
        self.assertEqual(counted.cheaper({"q": 1, "m": 3, "c": 2}), "holds")
        self.assertEqual(counted.cheaper({"q": 1, "m": 3, "c": 4}), "false")
        self.assertEqual(counted.sections_verdict({"1": [1, 2], "2": [3, 2]}),
                         "holds with more influences than one")
        self.assertEqual(counted.sections_verdict({"1": [3, 2], "2": [3, 2]}), "holds")
        self.assertEqual(counted.sections_verdict({"1": [3, 2], "2": [2, 3]}), "false")
        never = (None, 0.1)
        self.assertEqual(counted.arcs_verdict({"t": (9, None), "c": never, "r": never}), "holds")
        self.assertEqual(counted.arcs_verdict({"t": (9, None), "c": never, "r": (7, None)}),
                         "holds without a root beside the polynomial")
        self.assertEqual(counted.arcs_verdict({"t": (9, None), "c": (18, None), "r": never}), "false")
        self.assertEqual(counted.degrees_verdict({"3": 2, "4": 1}), "holds")
        self.assertEqual(counted.degrees_verdict({"3": 3, "4": 1, "5": 2}), "false in 1 of 2")

    def test_one_vector_more(self):
        self.assertEqual(counted.one_vector_more(None)["1"], [21, 21])  # 12 products, 9 sums
        self.assertEqual(counted.one_vector_verdict({"1": [2, 2], "2": [3, 2]}), "holds")
        self.assertEqual(counted.one_vector_verdict({"1": [2, 2], "2": [3, 3]}), "false")
        self.assertEqual(counted.one_vector_verdict({"1": [2, 2], "2": [2, 2]}), "false")

    def test_first_influence(self):
        verdict = fast_skinning.lod_verdict
        self.assertEqual(verdict({"2": 1.1, "3": 1.2, "4": 1.3}), "holds here")
        self.assertEqual(verdict({"2": 1.01, "3": 1.2, "4": 1.3}), "holds here with 3 and 4 influences")
        self.assertEqual(verdict({"2": 0.9, "3": 0.9, "4": 0.8}), "false here")
        self.assertEqual(verdict({"2": 0.9, "3": 1.0, "4": 0.8}), "false here")

    def test_two_systems(self):
        def verdict(*times):
            few, many = cpu_skinning.FEW, cpu_skinning.MANY
            return cpu_skinning.two_systems_verdict(
                dict(zip((f"first {few}", f"first {many}", f"second {few}", f"second {many}"), times)))
        self.assertEqual(verdict(1, 3, 2, 3), "holds here")
        self.assertEqual(verdict(1, 2, 2, 3), "false here")
        self.assertEqual(verdict(1, 2.01, 2, 3), "false here")  # alike

    def test_interleaved_sines(self):
        def verdict(*times):
            return slerping_clock_cycles.sines_verdict(dict(zip(slerping_clock_cycles.SINES, times)))
        self.assertEqual(verdict(3, 2, 1.9), "holds here; interleaving: holds here")
        self.assertEqual(verdict(3, 2, 2), "holds here; interleaving: open")
        self.assertEqual(verdict(2, 2, 3), "false here; interleaving: false here")

    def test_a_polynomial_goes_through_its_points(self):
        for got, owed in zip(counted.through([0, 1, 2], [1, 2, 5]), (1, 0, 1)):
            self.assertAlmostEqual(got, owed)

    def test_a_polynomial_of_enough_terms_is_the_function(self):
        self.assertLess(counted.interpolation_error(lambda x: 1 + x * x, 3, 1.0), 1e-14)
        self.assertGreater(counted.interpolation_error(lambda x: 1 + x * x, 2, 1.0), 1e-2)

    def test_64_bits(self):
        verdict = skinning_it_to_11.bits_verdict
        self.assertEqual(verdict({"32": 1145, "64": 1000}), "holds here")
        self.assertEqual(verdict({"32": 1144, "64": 1000}), "false here")

    def test_what_cannot_be_measured_says_why(self):
        def measure(measuring):
            if measuring is None:
                raise row.Unusable("there is one processor")
            return {"error": measuring}
        given = row.if_measurable(a_row(measure=measure))
        record = claims.measure(given, None)
        self.assertEqual((said(given, record).found, said(given, record).verdict),
                         ("there is one processor", "not testable here"))
        self.assertEqual(said(given, claims.measure(given, 2e-3)).verdict, "false")

    def test_a_character_for_another(self):
        verdict = skinned_meshes.subsets_verdict
        self.assertRegex(verdict({"non-indexed": 31, "indexed": 1}), "^holds if another")
        self.assertEqual(verdict({"non-indexed": 30, "indexed": 1}), row.NOT_HERE)

    def test_what_is_read_in_two_places(self):
        def verdict(one, other):
            given = row.reading("software", "", "", "entries", {"text": one, "code": other},
                                ours={"port": lambda tools: 3})
            return said(given, claims.measure(given, None)).verdict
        self.assertEqual(verdict(128, 256), "false: it contradicts itself")
        self.assertEqual(verdict(256, 256), "holds")  # ours does not count

    def test_palettes_of_the_chapter(self):
        self.assertEqual(list(draw_plans.too_small([11], [6, 7, 12])), [(11, 7), (11, 12)])
        self.assertEqual(list(draw_plans.too_small([10, 22, 23], [12])), [(22, 12)])
        self.assertEqual(list(draw_plans.too_small([0], [1])), [(0, 1)])
        palette = draw_plans.palette_row("palette", "", "", range(24, 256), range(1, 13))
        self.assertEqual(said(palette, claims.measure(palette, None)).verdict, "holds")

    def test_weights_of_the_chapter(self):
        self.assertEqual(draw_plans.weights_of_chapter((4, 10, None, None)), 1)
        self.assertEqual(draw_plans.weights_of_chapter((4, 3, 1, None)), 2)

    def test_kinds_of_verdicts(self):
        for verdict, kind in (("false: it contradicts itself", "false"), ("false here in 1 of 2", "false here"),
                              ("false on some conforming CPU", "false on some conforming CPU"),
                              ("false in our copy", "false"), ("holds if most is meant", "holds if ..."),
                              ("false here", "false here"), ("open", "open")):
            self.assertEqual(render.kind(verdict), kind)

    def test_the_counter_of_a_listing(self):
        self.assertIsNone(fast_skinning.steps_of_listing("i", (24, 12, 24, 12), 2))
        self.assertEqual(fast_skinning.steps_of_listing("j", (24, 12, 24, 12), 2), 2)
        self.assertEqual(fast_skinning.steps_of_listing("i", (12, 12), 2), 0)

    def test_an_error_that_is_not_stated(self):
        self.assertEqual(slerping_clock_cycles.beside(2.0**-21), "not stated; within 4.768e-7")
        self.assertEqual(slerping_clock_cycles.beside(1.7e-3), "not stated; above 4.768e-7")

    def test_the_velocity_of_lerp(self):
        verdict = slerping_clock_cycles.lerp_verdict
        ends, middle = [-0.36, 0.0, 90.0], [0.27, 0.5, 90.0]
        self.assertEqual(verdict({"slowest": ends, "fastest": middle}), "holds")
        self.assertEqual(verdict({"slowest": middle, "fastest": ends}), "false")
        self.assertEqual(verdict({"slowest": [0.0, 0.0, 90.0], "fastest": [1e-4, 0.5, 90.0]}), "false")

    def test_the_biggest_step_stays_it_however_it_is_rounded(self):
        steps = skinning_it_to_11.gains(None)
        self.assertEqual(skinning_it_to_11.biggest(steps), "holds")
        self.assertEqual(skinning_it_to_11.biggest({**steps, "split": [1.7, 1.8]}), "false")


class Measuring(unittest.TestCase):
    def test_time_without_that_of_a_call(self):
        with mock.patch.object(timing, "nanoseconds", side_effect=lambda steps: steps):
            self.assertEqual(timing.each_element({"a": (10, 35, 5), "b": (4, 8, 0)}, 3), {"a": 3, "b": 2})

    def test_where_other_work_runs_no_threads_are_measured(self):
        with mock.patch.object(tools, "BUSY", "print(1.0)"):
            tools.refuse_other_work()
        with mock.patch.object(tools, "BUSY", "print(0.5)"), self.assertRaisesRegex(row.Unusable, "50% of it"):
            tools.refuse_other_work()

    def test_shares_in_random_order(self):
        _, arguments = meshes.shared_out(("30", "25", "20", "25"), 2000)
        weights = [arguments[6][4 * i:4 * i + 4] for i in range(2000)]
        used = [sum(weight != 0 for weight in each) for each in weights]
        for influences, share in ((4, 0.30), (3, 0.25), (2, 0.20), (1, 0.25)):
            self.assertAlmostEqual(used.count(influences) / 2000, share, delta=0.05)
        self.assertAlmostEqual(sum(map(sum, weights)), 2000, delta=0.01)

    def test_the_influences_of_a_vertex_end(self):
        weights = meshes.weighted_verts(3, 2, 8)[0][4]._obj
        self.assertEqual([weight.next for weight in weights], [24, 12] * 3)

    def test_a_normal_between_two_joints_is_shortened(self):
        joint = "  1 0 0 5 0 1 0 5 0 0 1 5\n"
        turned = "  0 -1 0 0 1 0 0 0 0 0 1 0\n"
        text = ("operation transform_verts_and_tangents\narray joints 2 behind+0\n" + joint + turned +
                "array base 6 behind+0\n" + "  0 0 0 1\n  1 0 0 0\n  0 1 0 0\n" * 2 +
                "array weights 3 behind+0\n  1 0 12\n  0.5 0 24\n  0.5 48 12\n")
        one, two = case_text.normal_losses(text)
        self.assertEqual(one, 0)
        self.assertAlmostEqual(two, 1 - 0.5**0.5, places=15)

    def test_pairs_of_a_case(self):
        text = self.CASE
        self.assertEqual(case_text.blended_pairs(text), ([((0, 1, 0, 0), (0, 0, 0, 1))], 0.25))

    def test_how_far_joints_are_from_unit_quaternions(self):
        self.assertEqual(slerping_clock_cycles.off_unit(self.CASE), 0)
        longer = self.CASE.replace("0 0 0 1 ", "0 0 0.75 1 ")
        self.assertEqual(slerping_clock_cycles.off_unit(longer), 0.25)

    CASE = ("lerp 0.25\narray joints 2 behind+0\n  1 0 0 0   9 9 9 9\n  0 1 0 0   9 9 9 9\n"
            "array blend_joints 2 behind+0\n  0 0 1 0   9 9 9 9\n  0 0 0 1   9 9 9 9\n"
            "array index 1 before+4\n  1\n")


if __name__ == "__main__":
    unittest.main()
