const STEPS = [
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
] as const;

function digits(value: number): string {
  const size = Math.abs(value);
  if (size >= 100) return value.toFixed(0);
  if (size >= 10) return value.toFixed(1);
  return size >= 0.1 || size === 0 ? value.toFixed(2) : value.toPrecision(2);
}

/** "4.41 M", "143 k", "7.20"; unknown is "--". */
export function scaled(value: number): string {
  if (!Number.isFinite(value)) return "--";
  const step = STEPS.find(([size]) => Math.abs(value) >= size);
  return step === undefined ? digits(value) : `${digits(value / step[0])} ${step[1]}`;
}

/** A ratio or an absolute figure with its unit: "25.3", "1.92 ms". */
export function figure(value: number, unit?: string): string {
  if (!Number.isFinite(value)) return "--";
  return unit === undefined ? digits(value) : `${digits(value)} ${unit}`;
}
