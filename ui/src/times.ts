/** The wording of dates and times. */

const DAY = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });
const DAY_AND_TIME = new Intl.DateTimeFormat("en", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});
const TIME = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });

const write = (format: Intl.DateTimeFormat, moment: string): string => {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? moment : format.format(date);
};

/** "May 2, 2026" */
export const day = (moment: string): string => write(DAY, moment);
/** "May 2, 2026, 09:14" */
export const dateAndTime = (moment: string): string => write(DAY_AND_TIME, moment);
/** "09:14:05" */
export const timeOfDay = (moment: string): string => write(TIME, moment);

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
const AGO = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** "3 minutes ago" */
export function ago(moment: string, now: number): string {
  const seconds = (now - new Date(moment).getTime()) / 1000;
  if (Number.isNaN(seconds)) return moment;
  for (const [unit, length] of STEPS) if (seconds >= length) return AGO.format(-Math.floor(seconds / length), unit);
  return "just now";
}
