import { useEffect, useRef } from "react";
import type { LoadedTrade } from "#domain/strategy/analyzer/actions.ts";
import type { ContractList } from "#domain/strategy/contract-list.ts";
import { useAnalyzer, useAnalyzerState } from "../../../analyzer/use-analyzer.tsx";
import { showToast } from "../../../components/toast/toast.ts";
import { contractName } from "../../../strategy/fields/leg-names.ts";
import { TEXTS } from "../texts.ts";
import { legsText, readLegs } from "./legs-address.ts";

interface Options {
  readonly symbol: string;
  /** The analyzer works on that underlying and knows its contracts. */
  readonly isReady: boolean;
  readonly legs: string | undefined;
  readonly onLegs: (legs: string | undefined) => void;
}

/** The trades of an address on the contracts that are listed, and what could not be found of them, named. */
function tradesOf(text: string, contracts: ContractList) {
  const { legs, unread } = readLegs(text);
  const trades: LoadedTrade[] = [];
  const gone: string[] = [];
  for (const { lots, option, strike, expiry, price } of legs) {
    const contract = contracts.option(option, expiry, strike);
    if (contract === null) gone.push(contractName({ type: option, strike, expiry, tradingsymbol: "" }));
    else {
      const action = lots < 0 ? "SELL" : "BUY";
      const quantity = Math.abs(lots) * contract.lotSize;
      trades.push({ contract, action, quantity, entryPrice: price, iv: null, isSelected: true });
    }
  }
  return { trades, gone, unread };
}

/**
 * The address says which trades there are (rule CHAIN-22): one that is opened replaces those of before, and what is done to them is
 * written into it.
 */
export function useAddress({ symbol, isReady, legs, onLegs }: Options): void {
  const analyzer = useAnalyzer();
  const { instance, contracts } = useAnalyzerState();
  /** What was written here: it comes back a moment later, when other trades may be there already. */
  const written = useRef(new Set<string>());
  const tell = useRef(onLegs);
  tell.current = onLegs;
  const isFirst = useRef(true);
  const held = instance?.legs;

  useEffect(() => {
    void held;
    if (!isReady || contracts === null) return;
    const now = () => legsText(analyzer.instance()?.legs ?? []);
    const key = `${symbol} ${legs}`;
    if (legs !== undefined && legs !== now() && !written.current.has(key)) {
      // Once: what cannot be found is taken out of the address, which takes a moment.
      written.current.add(key);
      const { trades, gone, unread } = tradesOf(legs, contracts);
      analyzer.dispatch({ type: "load-trades", source: "UNSAVED_STRATEGY", meta: null, trades });
      if (gone.length > 0) showToast(TEXTS.gone(gone.join(", ")), { tone: "error", atFoot: true });
      else if (unread > 0) showToast(TEXTS.unread, { tone: "error", atFoot: true });
    } else if (legs === undefined && isFirst.current) {
      // An address without trades begins with none, whatever this tab worked on before.
      analyzer.dispatch({ type: "clear-legs" });
    }
    isFirst.current = false;
    const text = now();
    written.current.add(`${symbol} ${text}`);
    if (text !== (legs ?? "")) tell.current(text === "" ? undefined : text);
  }, [analyzer, symbol, isReady, contracts, held, legs]);
}
