import type { Column } from "../host-types";

/** The ids of the list and its rows, for the search field. */
export const RESULTS = "results";
export const optionId = (place: number): string => `result-${place}`;

/** The heights of a row of two lines, and of a row of a table, in rem. */
export const ROW_REM = 3.125;
export const TABLE_ROW_REM = 1.875;

/** The widths of the columns, in rem. */
const WIDTHS: Record<string, number> = {
  level: 4.25,
  school: 6.75,
  "casting-time": 6.75,
  range: 5.25,
  concentration: 3.5,
  "challenge-rating": 3.25,
  type: 7,
  "armor-class": 3,
  "hit-points": 3.25,
  category: 8.5,
  rarity: 5.5,
  cost: 5,
};
const NAME_REM = 10.5;
/** With the margins of the row. */
const SOURCE_REM = 11;
/** A table with fewer says less than rows of two lines. */
const MIN_COLUMNS = 2;

const widthOf = ({ name }: Column) => WIDTHS[name] ?? 5;

/** Returns the first columns that fit beside name and source into a width in rem; none if too few do. */
export function fitting(columns: Column[], width: number): Column[] {
  let left = width - NAME_REM - SOURCE_REM;
  const fit = columns.filter((column) => (left -= widthOf(column)) >= 0);
  return fit.length >= MIN_COLUMNS ? fit : [];
}

/** The columns of a grid: the name, the columns, the source. */
export const gridOf = (columns: Column[]): string =>
  `minmax(${NAME_REM}rem, 1fr) ${columns.map((column) => `${widthOf(column)}rem`).join(" ")} ${SOURCE_REM}rem`;
