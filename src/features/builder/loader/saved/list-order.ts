import type { KeptSummary } from "#protocol/http/kept-strategies.ts";

export const ORDERS = ["updated", "expiry", "name"] as const;
export type Order = (typeof ORDERS)[number];

const byName = new Intl.Collator("en-IN", { numeric: true, sensitivity: "base" });

/** Those that expire soonest first; what is over already, and what never expires, stands after them. */
function expiryRank({ first_expiry: first, last_expiry: last }: KeptSummary, today: string): string {
  if (last === null) return "8";
  return last < today ? `9${last}` : `1${first !== null && first >= today ? first : last}`;
}

const COMPARED: Readonly<Record<Order, (a: KeptSummary, b: KeptSummary, today: string) => number>> = {
  updated: (a, b) => b.updated_at - a.updated_at,
  name: (a, b) => byName.compare(a.name, b.name),
  expiry: (a, b, today) => {
    const [one, other] = [expiryRank(a, today), expiryRank(b, today)];
    return one < other ? -1 : one > other ? 1 : byName.compare(a.name, b.name);
  },
};

/** Every word of what is typed is in the name, the underlying or a leg. */
export function shownStrategies(
  all: readonly KeptSummary[],
  { search, order, today }: { readonly search: string; readonly order: Order; readonly today: string },
): readonly KeptSummary[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = all.filter(({ name, underlying, legs }) => {
    const text = [name, underlying, ...legs.map(({ tradingsymbol }) => tradingsymbol)]
      .join(" ")
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return found.toSorted((a, b) => COMPARED[order](a, b, today));
}
