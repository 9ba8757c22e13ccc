/** Layouts as they are kept: a name and the query that opens it. What was kept may be anything. Pure. */

export interface Layout {
  readonly name: string;
  /** "?tradingsymbol=…", as the page writes it */
  readonly query: string;
}

/** A key of the account's has 16 KiB. */
export const MOST_LAYOUTS = 20;
const MOST_BYTES = 16_000;
const MOST_NAME = 40;
const VERSION = 1;

const isText = (value: unknown, most: number): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= most;

/** What can be read of what was kept; damaged ones are left out. */
export function readLayouts(kept: unknown): readonly Layout[] {
  if (typeof kept !== "object" || kept === null) return [];
  const { version, layouts } = kept as { version?: unknown; layouts?: unknown };
  if (version !== VERSION || !Array.isArray(layouts)) return [];
  return layouts
    .flatMap((each: unknown): Layout[] => {
      const { name, query } = (each ?? {}) as { name?: unknown; query?: unknown };
      return isText(name, MOST_NAME) && isText(query, MOST_BYTES) && query.startsWith("?")
        ? [{ name, query }]
        : [];
    })
    .slice(0, MOST_LAYOUTS);
}

export const keptLayouts = (layouts: readonly Layout[]) => ({ version: VERSION, layouts: [...layouts] });

export const hasRoom = (layouts: readonly Layout[]): boolean =>
  new TextEncoder().encode(JSON.stringify(keptLayouts(layouts))).length <= MOST_BYTES;

export const nameOf = (typed: string): string => typed.trim().replace(/\s+/g, " ").slice(0, MOST_NAME);

/** With one more, in the place of the one that has its name. */
export const withLayout = (layouts: readonly Layout[], layout: Layout): Layout[] => [
  ...layouts.filter(({ name }) => name !== layout.name),
  layout,
];
