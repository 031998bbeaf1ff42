import { expect, test } from "vitest";
import { NOTHING_ASKED } from "../../src/browse/address";
import { RATINGS } from "../../src/browse/challenge";
import { fieldName, filterCount, NEXT, standOf, withEvery, withStand } from "../../src/browse/filters";

test("a value is wanted, then unwanted, then makes no difference", () => {
  let filters = withStand([], "level", "3", NEXT.off);
  expect(standOf(filters, "level", "3")).toBe("include");
  filters = withStand(filters, "level", "3", NEXT.include);
  expect(standOf(filters, "level", "3")).toBe("exclude");
  filters = withStand(filters, "level", "3", NEXT.exclude);
  expect(filters).toEqual([]);
});

test("the values of a field stand beside each other, and other fields stay", () => {
  const filters = withStand(
    withStand(withStand([], "class", "Bard", "include"), "level", "1", "exclude"),
    "class",
    "Druid",
    "include",
  );
  expect(filters.find((filter) => filter.field === "class")?.include).toEqual(["Bard", "Druid"]);
  expect(standOf(filters, "level", "1")).toBe("exclude");
  expect(standOf(filters, "school", "Evocation")).toBe("off");
});

test("“all of them” is asked of one field only", () => {
  const filters = withEvery(
    withStand(withStand([], "class", "Bard", "include"), "size", "Huge", "include"),
    "class",
    true,
  );
  expect(filters.map(({ field, every }) => [field, every])).toEqual([
    ["class", true],
    ["size", false],
  ]);
});

test("each value counts as a filter, and a range of ratings as one", () => {
  const filters = withStand(withStand([], "class", "Bard", "include"), "class", "Druid", "exclude");
  expect(filterCount({ ...NOTHING_ASKED, filters, cr_min: 0, cr_max: 5 })).toBe(3);
  expect(filterCount(NOTHING_ASKED)).toBe(0);
});

test("fields are named for people", () => {
  expect((["damage-type", "school", "casting-time"] as const).map(fieldName)).toEqual([
    "Damage",
    "School",
    "Casting time",
  ]);
});

test("challenge ratings go from 0 by fractions to 30", () => {
  expect(RATINGS).toHaveLength(34);
  expect(RATINGS.map(({ value }) => value)).toEqual(RATINGS.map(({ value }) => value).toSorted((a, b) => a - b));
  expect(RATINGS.find(({ label }) => label === "1/8")?.value).toBe(0.125);
});
