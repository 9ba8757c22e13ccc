/** Rows of a list of instruments that are not carried: counted and named, for what is dropped without a word looks like a market that has no more. */

export interface LeftOut {
  /** @param place whose rows they are, such as "NCO" or "MCX indices" @param name of the underlying or the index */
  add(place: string, name: string): void;
  /** "left out: 5 of NCO (SILVERM), 3 of MCX (ALUMINI, COPPER, …)"; null when nothing is. */
  text(): string | null;
}

/** Names of one place that are shown. */
const MOST_NAMES = 5;

export function createLeftOut(): LeftOut {
  const places = new Map<string, { count: number; readonly names: Set<string> }>();
  return {
    add(place, name) {
      const known = places.get(place) ?? { count: 0, names: new Set<string>() };
      places.set(place, known);
      known.count++;
      known.names.add(name);
    },
    text() {
      if (places.size === 0) return null;
      const parts = [...places]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([place, { count, names }]) => {
          const sorted = [...names].sort();
          const shown = sorted.slice(0, MOST_NAMES).join(", ");
          return `${count} of ${place} (${shown}${sorted.length > MOST_NAMES ? ", …" : ""})`;
        });
      return `left out: ${parts.join(", ")}`;
    },
  };
}

/** Exchanges whose names are told as they are; any other may be a typing error of a thousand rows, or a new market. */
const EXCHANGES: ReadonlySet<string> = new Set(["NSE", "BSE", "NFO", "BFO", "CDS", "BCD", "MCX", "NCO"]);

/** What a row of Kite's dump counts as that is not carried. */
export function placeOf(exchange: string, segment: string): string {
  if (segment === "INDICES") return `${exchange} indices`;
  return EXCHANGES.has(exchange) ? exchange : `an unknown exchange "${exchange.slice(0, 12)}"`;
}
