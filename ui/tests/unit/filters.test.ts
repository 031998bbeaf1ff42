import { expect, test } from "vitest";
import { EMPTY_REQUEST } from "../../src/browse/search-address";
import { RATINGS } from "../../src/browse/challenge";
import { fieldName, filterCount, NEXT_MODE, modeOf, withEvery, withMode } from "../../src/browse/filters";

test("a value is included, then excluded, then not filtered", () => {
  let filters = withMode([], "level", "3", NEXT_MODE.off);
  expect(modeOf(filters, "level", "3")).toBe("include");
  filters = withMode(filters, "level", "3", NEXT_MODE.include);
  expect(modeOf(filters, "level", "3")).toBe("exclude");
  filters = withMode(filters, "level", "3", NEXT_MODE.exclude);
  expect(filters).toEqual([]);
});

test("values of one field are combined, and other fields stay", () => {
  const filters = withMode(
    withMode(withMode([], "class", "Bard", "include"), "level", "1", "exclude"),
    "class",
    "Druid",
    "include",
  );
  expect(filters.find((filter) => filter.field === "class")?.include).toEqual(["Bard", "Druid"]);
  expect(modeOf(filters, "level", "1")).toBe("exclude");
  expect(modeOf(filters, "school", "Evocation")).toBe("off");
});

test("“all of them” applies to one field only", () => {
  const filters = withEvery(
    withMode(withMode([], "class", "Bard", "include"), "size", "Huge", "include"),
    "class",
    true,
  );
  expect(filters.map(({ field, every }) => [field, every])).toEqual([
    ["class", true],
    ["size", false],
  ]);
});

test("each value counts as a filter, and a rating range as one", () => {
  const filters = withMode(withMode([], "class", "Bard", "include"), "class", "Druid", "exclude");
  expect(filterCount({ ...EMPTY_REQUEST, filters, cr_min: 0, cr_max: 5 })).toBe(3);
  expect(filterCount(EMPTY_REQUEST)).toBe(0);
});

test("fields have readable names", () => {
  expect((["damage-type", "school", "casting-time"] as const).map(fieldName)).toEqual([
    "Damage",
    "School",
    "Casting time",
  ]);
});

test("challenge ratings range from 0 to 30, with fractions", () => {
  expect(RATINGS).toHaveLength(34);
  expect(RATINGS.map(({ value }) => value)).toEqual(RATINGS.map(({ value }) => value).toSorted((a, b) => a - b));
  expect(RATINGS.find(({ label }) => label === "1/8")?.value).toBe(0.125);
});
