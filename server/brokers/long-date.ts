const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** "24-Nov-2026" for "2026-11-24", as Angel One and ICICI Direct write days. */
export function longDate(date: string): string {
  return `${date.slice(8, 10)}-${MONTHS[Number(date.slice(5, 7)) - 1]}-${date.slice(0, 4)}`;
}

/** "2026-11-24" for "24-Nov-2026"; null for what is no such day. */
export function readLongDate(text: string): string | null {
  const [, day, month, year] = /^(\d{2})-([A-Za-z]{3})-(\d{4})$/.exec(text) ?? [];
  const at = MONTHS.findIndex((each) => each.toLowerCase() === month?.toLowerCase());
  return at < 0 ? null : `${year}-${String(at + 1).padStart(2, "0")}-${day}`;
}
