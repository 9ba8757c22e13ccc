/** Every difference that `Object.is` finds, NaN, signed zeros and the elements of columns included. */
export function differences(a: unknown, b: unknown, where = ""): string[] {
  if (Object.is(a, b)) return [];
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) {
    return [`${where}: ${String(a)} and ${String(b)}`];
  }
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].flatMap((name) => differences(a[name as never], b[name as never], `${where}.${name}`));
}
