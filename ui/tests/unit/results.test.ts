import { expect, test } from "vitest";
import { fitting, gridOf } from "../../src/browse/results";

const COLUMNS = ["level", "school", "range"].map((name) => ({ name, title: name, is_ordered: true }));

test("a table has the columns that fit, or none if too few do", () => {
  const fit = (width: number) => fitting(COLUMNS, width).map(({ name }) => name);
  expect(fit(60)).toEqual(["level", "school", "range"]);
  expect(fit(34)).toEqual(["level", "school"]);
  expect(fit(27)).toEqual([]);
  expect(fitting([], 60)).toEqual([]);
  expect(gridOf(COLUMNS).split(" ")).toHaveLength(6);
});
