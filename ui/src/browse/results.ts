/** The names by which the search field points to the list and to its rows. */
export const RESULTS = "results";
export const optionId = (place: number): string => `result-${place}`;

/** How high a row of the list is, in rem. */
export const ROW_REM = 3.125;
