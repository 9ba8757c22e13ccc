import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { ChainSearch } from "../search-params.ts";
import { type ChainState, createChainState } from "../shown-chain.ts";
import type { PaneChoice } from "./beside-address.ts";
import { addressOf, panesOf, searchOf } from "./panes.ts";

/** A chain among others, for as long as it is on screen. */
export interface Pane {
  /** Stays the same when another is closed. */
  readonly id: number;
  readonly state: ChainState;
  readonly search: ChainSearch;
}

export interface PaneDesk {
  readonly search: ChainSearch;
  readonly panes: readonly Pane[];
  readonly active: number;
  /** The address says so too: the trades in it are those of that chain. */
  readonly isSettled: boolean;
  readonly tooMany: boolean;
  activate(at: number): void;
  /** Shows something else in one. */
  change(at: number, next: Partial<PaneChoice>): void;
  add(symbol: string, expiry?: string): void;
  close(at: number): void;
  /** What the address says beside which chains there are. */
  say(next: Partial<ChainSearch>): void;
}

let last = 0;
const newPane = () => ({ id: ++last, state: createChainState() });

/** Several chains as the address has them, each with its own state on the page. */
export function usePanes(from: "/option-chain" | "/widget/option-chain"): PaneDesk {
  const search = useSearch({ from });
  const navigate = useNavigate({ from });
  const { panes: named, at, tooMany } = panesOf(search);
  // A press is answered by the chain it was made in, which the address says a moment later.
  const [chosen, setChosen] = useState(at);
  useEffect(() => setChosen(at), [at]);
  const active = chosen < named.length ? chosen : 0;
  const kept = useRef<ReturnType<typeof newPane>[]>([]);
  while (kept.current.length < named.length) kept.current.push(newPane());
  kept.current.length = named.length;

  const show = (panes: readonly PaneChoice[], next: number, replace = true): void => {
    const isOther = panes[next]?.symbol !== named[active]?.symbol;
    setChosen(next);
    void navigate({ search: (old) => addressOf(old, panes, next, isOther), replace });
  };
  return {
    search,
    panes: named.map((choice, i) => ({ ...kept.current[i]!, search: searchOf(search, choice) })),
    active,
    isSettled: active === at,
    tooMany,
    activate(next) {
      if (next !== active) show(named, next);
    },
    change(which, next) {
      const panes = named.map((each, i) => (i === which ? { ...each, ...next } : each));
      // Of another underlying it is a chain that one may want to go back from.
      show(panes, active, next.symbol === undefined);
    },
    add(symbol, expiry) {
      show([...named, { symbol, expiry }], active, false);
    },
    close(which) {
      kept.current.splice(which, 1);
      const panes = named.filter((_, i) => i !== which);
      show(panes, Math.min(active > which ? active - 1 : active, panes.length - 1), false);
    },
    say(next) {
      void navigate({ search: (old) => ({ ...old, ...next }), replace: true });
    },
  };
}
