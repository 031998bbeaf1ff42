const UNITS = ["bytes", "kB", "MB", "GB", "TB"];

/** 9420800 → "9.4 MB" */
export function bytes(value: number): string {
  let unit = 0;
  let size = value;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit++;
  }
  const digits = unit === 0 || size >= 100 ? 0 : 1;
  return `${size.toFixed(digits)} ${UNITS[unit]}`;
}
