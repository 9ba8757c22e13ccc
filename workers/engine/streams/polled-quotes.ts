import { quotes } from "#protocol/generated/http/prices.ts";
import { isAnswer } from "#protocol/http/call.ts";
import { pathTo } from "#protocol/http/path.ts";
import type { QuoteDetails } from "#protocol/http/quotes.ts";
import type { Metacache } from "../chains/kept-metacache.ts";
import type { Instruments } from "../chains/listed-underlyings.ts";
import type { EngineEdges, Timer } from "../edges.ts";

/** The safety net under the quotes of the relay (rule LIVE-27). */
export interface PolledQuotes {
  /** Replaces the instruments that are asked for; nothing is asked for none. */
  watch(tokens: ReadonlySet<number>): void;
}

const POLL_MS = 30_000;
const FETCH_TIMEOUT_MS = 15_000;
/** In one question; the server takes no more (`MOST_QUOTED`, whose schema stays out of workers). */
export const MOST_ASKED = 200;

interface PolledQuotesEdges extends Pick<EngineEdges, "clock" | "fetch" | "origin" | "log"> {
  readonly metacache: Pick<Metacache, "current">;
  /** The market may not be given to us: asking again changes nothing. */
  isRefused(): boolean;
  onQuotes(newest: readonly QuoteDetails[]): void;
}

export function createPolledQuotes(edges: PolledQuotesEdges): PolledQuotes {
  const { clock, origin, log } = edges;
  let watched: ReadonlySet<number> = new Set();
  let timer: Timer = null;

  async function ask(symbols: readonly string[]): Promise<void> {
    const abort = new AbortController();
    const deadline = clock.setTimeout(() => abort.abort(), FETCH_TIMEOUT_MS);
    try {
      const query = new URLSearchParams(symbols.map((symbol) => ["i", symbol]));
      const response = await edges.fetch(`${origin}${pathTo(quotes)}?${query}`, {
        signal: abort.signal,
      });
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      const body = await response.json();
      if (!isAnswer(quotes, body)) throw new Error(`unexpected shape at "${quotes.answer(body)}"`);
      // What was left meanwhile is not wanted any more.
      const newest = Object.values(body.data).filter((quote) => watched.has(quote.instrument_token));
      if (newest.length > 0) edges.onQuotes(newest);
    } catch (reason) {
      log(`Quotes fetch failed. (${String(reason)})`);
    } finally {
      clock.clearTimeout(deadline);
    }
  }

  async function askForAll({ body }: Instruments): Promise<void> {
    const { symbolsOf } = await import("../chains/listed-contracts.ts");
    const symbols = symbolsOf(body, watched);
    for (let from = 0; from < symbols.length; from += MOST_ASKED)
      void ask(symbols.slice(from, from + MOST_ASKED));
  }

  function poll(): void {
    timer = clock.setTimeout(poll, POLL_MS);
    const { current } = edges.metacache;
    if (current === null || edges.isRefused()) return;
    askForAll(current).catch((reason: unknown) => log(`Quotes fetch failed. (${String(reason)})`));
  }

  return {
    watch(tokens) {
      watched = tokens;
      if (tokens.size === 0) {
        clock.clearTimeout(timer);
        timer = null;
      } else timer ??= clock.setTimeout(poll, POLL_MS);
    },
  };
}
