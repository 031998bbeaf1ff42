/** Challenge ratings as they are printed, with their numbers. */
export const RATINGS: readonly { label: string; value: number }[] = [
  { label: "0", value: 0 },
  { label: "1/8", value: 0.125 },
  { label: "1/4", value: 0.25 },
  { label: "1/2", value: 0.5 },
  ...Array.from({ length: 30 }, (_, at) => ({ label: String(at + 1), value: at + 1 })),
];
