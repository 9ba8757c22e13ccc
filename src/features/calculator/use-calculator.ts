import { useRouter } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type CalculatorSearch, writeCalculatorSearch } from "./address.ts";
import { type Inputs, NOTHING, otherBasis } from "./inputs.ts";
import { filled, inputsOf, livePrice } from "./market/quote.ts";
import { type Quoted, useQuote } from "./market/use-quote.ts";

/** What an address that says nothing is filled of. */
const DEFAULT_SYMBOL = "NIFTY";
/** Browsers refuse an address that is written with every key. */
const WRITE_MS = 200;

export interface Calculator {
  /** Of the contract; null: none was asked for. */
  readonly symbol: string | null;
  readonly quoted: Quoted;
  readonly inputs: Inputs;
  readonly set: (change: Partial<Inputs>) => void;
  readonly setBasis: (basis: Inputs["basis"]) => void;
  /** All fields as the market has them now; null while it does not say. */
  readonly reset: (() => void) | null;
  /** Writes the address at once. @returns it, whole */
  readonly address: () => string;
}

interface State {
  readonly symbol: string | null;
  readonly inputs: Inputs;
  /** Fields that the address left open are still to be filled of the market. */
  readonly isOpen: boolean;
  readonly hasInputs: boolean;
}

const stateOf = ({ symbol, inputs, hasInputs }: CalculatorSearch): State => ({
  symbol: symbol ?? (hasInputs ? null : DEFAULT_SYMBOL),
  // Without a contract there is nothing to wait for: interest is none unless it is typed.
  inputs: symbol === null && hasInputs ? { ...inputs, rate: inputs.rate ?? 0 } : inputs,
  isOpen: true,
  hasInputs,
});

export function useCalculator(search: CalculatorSearch): Calculator {
  const router = useRouter();
  const [state, setState] = useState(() => stateOf(search));
  const written = useRef(writeCalculatorSearch(search.symbol, search.inputs));
  const quoted = useQuote(state.symbol);
  const { quote } = quoted;

  // Another address that this page did not write: back, forward, a link.
  useEffect(() => {
    const here = writeCalculatorSearch(search.symbol, search.inputs);
    if (here === written.current) return;
    written.current = here;
    setState(stateOf(search));
  }, [search]);

  useEffect(() => {
    if (!state.isOpen || quote === null) return;
    const market = inputsOf(quote);
    if (market === null) return;
    setState((now) => ({
      symbol: quote.option.tradingsymbol,
      inputs: filled(now.inputs, now.hasInputs, market),
      isOpen: false,
      hasInputs: true,
    }));
  }, [state.isOpen, quote]);

  const { symbol, inputs, hasInputs } = state;
  const write = useCallback((): string => {
    // Before anything is filled in, the address stays as short as it came.
    const query = hasInputs ? writeCalculatorSearch(symbol, inputs) : written.current;
    const { pathname } = router.history.location;
    if (query !== written.current) {
      written.current = query;
      void router.navigate({ href: `${pathname}${query}`, replace: true, resetScroll: false });
    }
    return `${window.location.origin}${pathname}${query}`;
  }, [router, symbol, inputs, hasInputs]);
  useEffect(() => {
    const timer = setTimeout(write, WRITE_MS);
    return () => clearTimeout(timer);
  }, [write]);

  const set = useCallback((change: Partial<Inputs>) => {
    setState((now) => {
      const isSame = Object.entries(change).every(
        ([name, value]) => now.inputs[name as keyof Inputs] === value,
      );
      return isSame ? now : { ...now, inputs: { ...now.inputs, ...change }, hasInputs: true };
    });
  }, []);
  const setBasis = useCallback(
    (basis: Inputs["basis"]) => {
      if (basis === inputs.basis) return;
      const live = quote === null ? null : livePrice(quote, basis);
      set({ basis, price: live ?? otherBasis(inputs) });
    },
    [set, inputs, quote],
  );
  const market = useMemo(() => (quote === null ? null : inputsOf(quote)), [quote]);
  const reset = useCallback(() => {
    if (market !== null) setState((now) => ({ ...now, inputs: market, isOpen: false, hasInputs: true }));
  }, [market]);

  return {
    symbol,
    quoted,
    inputs: inputs ?? NOTHING,
    set,
    setBasis,
    reset: market === null ? null : reset,
    address: write,
  };
}
