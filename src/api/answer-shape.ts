/*
 * What readers check an answer by, by hand: a schema library would cost the first page more than all calls do.
 */
type Fields = Readonly<Record<string, unknown>>;
export type Kind = "string" | "number" | "boolean" | "string?" | "number?";

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether the value has these fields; a kind with `?` may be null. */
export function has(value: unknown, kinds: Readonly<Record<string, Kind>>): value is Fields {
  if (!isFields(value)) return false;
  return Object.entries(kinds).every(([name, kind]) => {
    const field = value[name];
    return kind.endsWith("?") && field === null ? true : typeof field === kind.replace("?", "");
  });
}

/** What our answers carry under `data`. */
export const dataOf = (answer: unknown): unknown => (isFields(answer) ? answer.data : null);
