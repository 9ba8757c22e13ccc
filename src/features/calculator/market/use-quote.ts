import { useEffect, useState } from "react";
import { subscribe } from "valtio";
import { type ChainGrid, openChainGrid } from "../../../live/chain-grid.ts";
import { engine } from "../../../live/engine-client.ts";
import { live } from "../../../live/live-state.ts";
import { marketNow } from "../../../live/market-now.ts";
import { findContract, type NamedContract } from "./contract.ts";
import { type OptionQuote, QUOTE_FIELDS, quoteOf } from "./quote.ts";

/** What is known of the contract that is named. */
export interface Quoted {
  readonly phase: "finding" | "unlisted" | "failed" | "waiting" | "ready" | "refused";
  /** In words for people, of `failed` and `refused`. */
  readonly message: string | null;
  readonly quote: OptionQuote | null;
}

const FINDING: Quoted = { phase: "finding", message: null, quote: null };

/** Figures beside a form are read, not watched. */
const MAX_RATE = 1;

/** Instruments may be there a moment later. */
const RETRY_MS = 5_000;
/** How long the market's clock is waited for; then it is the device's. */
const CLOCK_MS = 1_500;

function follow(symbol: string, tell: (next: Quoted) => void): () => void {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let opened: ChainGrid | null = null;

  function watch(named: NamedContract): void {
    tell({ phase: "waiting", message: null, quote: null });
    opened = openChainGrid(
      {
        underlying: named.underlying.token,
        expiry: named.expiry,
        fields: [...QUOTE_FIELDS],
        maxRate: MAX_RATE,
      },
      (...wanted) => engine().openChain(...wanted),
      ({ message }) => tell({ phase: "refused", message, quote: null }),
    );
    // The name of an underlying leaves the strike open; once it is told, it stays.
    let known = named;
    opened.onFrame(() => {
      const quote = quoteOf(known, opened!.grid);
      if (quote === null) return;
      if (known.option === null) known = { ...known, option: quote.option };
      tell({ phase: "ready", message: null, quote });
    });
  }

  async function find(): Promise<void> {
    const found = await findContract((call) => engine().ask(call), symbol, marketNow);
    if (isOver) return;
    if (found.ok) return watch(found.value);
    if (found.message === null) return tell({ phase: "unlisted", message: null, quote: null });
    tell({ phase: "failed", message: found.message, quote: null });
    timer = setTimeout(start, RETRY_MS);
  }

  function start(): void {
    clearTimeout(timer);
    stop();
    find().catch((error: unknown) => {
      if (!isOver) tell({ phase: "failed", message: String(error), quote: null });
    });
  }

  // Which of the expiries runs is the market's clock to say, where it does so soon.
  const look = (): void => {
    if (typeof live.health?.marketTime === "number") start();
  };
  const stop = subscribe(live, look);
  timer = setTimeout(start, CLOCK_MS);
  look();
  return () => {
    isOver = true;
    stop();
    clearTimeout(timer);
    opened?.close();
  };
}

/** The market of the contract of this name, once a second; of none while `symbol` is null. */
export function useQuote(symbol: string | null): Quoted {
  const [quoted, setQuoted] = useState<{ readonly of: string | null; readonly state: Quoted }>({
    of: null,
    state: FINDING,
  });
  useEffect(() => {
    if (symbol === null) return;
    return follow(symbol, (state) => setQuoted({ of: symbol, state }));
  }, [symbol]);
  return quoted.of === symbol ? quoted.state : FINDING;
}
