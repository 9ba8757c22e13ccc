import { addon } from "#protocol/generated/http/instruments.ts";
import type { MetacacheBody } from "#protocol/http/metacache.ts";
import { pathTo } from "#protocol/http/path.ts";
import type { UnderlyingSummary } from "../api.ts";
import type { EngineEdges } from "../edges.ts";
import type { Metacache } from "./kept-metacache.ts";

/** Underlyings that the list of instruments does not have, asked for by name (rule INST-8). */
export interface MetacacheAddons {
  /** null where the server does not know it either, or does not answer. */
  find(symbol: string): Promise<UnderlyingSummary | null>;
}

const FETCH_TIMEOUT_MS = 10_000;
const MOST_LETTERS = 64;

type Columns = Readonly<Record<string, readonly unknown[]>>;

const rowsOf = (columns: object): number => (Object.values(columns as Columns)[0] ?? []).length;

/** These rows of a block's columns, and after them those of another. */
function joined<B extends object>(base: B, keep: (row: number) => boolean, more: B): B {
  const rows = Array.from({ length: rowsOf(base) }, (_, row) => row).filter(keep);
  return Object.fromEntries(
    Object.entries(base as Columns).map(([name, column]) => [
      name,
      [...rows.map((row) => column[row]), ...(more as Columns)[name]!],
    ]),
  ) as B;
}

/** The rows of a block, with those of another laid over them at these places, or after them. */
function overlaid<B extends object>(base: B, more: B, places: readonly number[]): B {
  return Object.fromEntries(
    Object.entries(base as Columns).map(([name, column]) => {
      const all = [...column];
      places.forEach((place, row) => {
        all[place] = (more as Columns)[name]![row];
      });
      return [name, all];
    }),
  ) as B;
}

/**
 * The list with an addon in it: what both have is the addon's, which is newer. The etag stays the list's, so that the next poll is
 * answered as ever.
 */
export function mergeMetacache(base: MetacacheBody, more: MetacacheBody): MetacacheBody {
  const known = new Map(base.underlyers.token.map((token, u) => [token, u]));
  let next = known.size;
  const places = more.underlyers.token.map((token) => known.get(token) ?? next++);
  const replaced = new Set(places);
  const placed = <B extends { readonly underlyer: readonly number[] }>(block: B): B => ({
    ...block,
    underlyer: block.underlyer.map((u) => places[u]!),
  });
  const stays =
    ({ underlyer }: { readonly underlyer: readonly number[] }) =>
    (row: number): boolean =>
      !replaced.has(underlyer[row]!);
  return {
    ...base,
    underlyers: overlaid(base.underlyers, more.underlyers, places),
    chains: joined(base.chains, stays(base.chains), placed(more.chains)),
    futures: joined(base.futures, stays(base.futures), placed(more.futures)),
    symbols: { ...base.symbols, ...more.symbols },
  };
}

export function createMetacacheAddons(
  { clock, fetch, origin, log }: Pick<EngineEdges, "clock" | "fetch" | "origin" | "log">,
  metacache: Metacache,
  /** The engine's own reader: code that is shared with it would be cut out of what every chain waits for. */
  parseMetacache: (value: unknown) => MetacacheBody | null,
): MetacacheAddons {
  /** What the server does not have, under the list's etag: another list may. */
  const unknown = new Set<string>();

  async function ask(symbol: string): Promise<MetacacheBody | null> {
    const abort = new AbortController();
    const deadline = clock.setTimeout(() => abort.abort(), FETCH_TIMEOUT_MS);
    try {
      const response = await fetch(origin + pathTo(addon), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ underlyer_list: [symbol] }),
        signal: abort.signal,
      });
      if (response.status === 404) return null;
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      const body = parseMetacache(await response.json());
      if (body === null) throw new Error("unexpected shape");
      return body;
    } finally {
      clock.clearTimeout(deadline);
    }
  }

  return {
    async find(symbol) {
      const key = `${metacache.etag} ${symbol}`;
      if (symbol === "" || symbol.length > MOST_LETTERS || unknown.has(key)) return null;
      try {
        const body = await ask(symbol);
        const { current } = metacache;
        if (body === null) unknown.add(key);
        else if (current !== null) metacache.adopt(mergeMetacache(current.body, body));
        return metacache.current?.underlying(symbol) ?? null;
      } catch (reason) {
        log(`There was an error fetching an addon of the cache (${String(reason)})`);
        return null;
      }
    },
  };
}
