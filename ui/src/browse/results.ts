/** The ids of the list and its rows, for the search field. */
export const RESULTS = "results";
export const optionId = (place: number): string => `result-${place}`;

/** The height of a row, in rem. */
export const ROW_REM = 3.125;
