import { X } from "lucide-react";
import { formatFixed } from "#domain/format/number.ts";
import { shownEntryPrice } from "#domain/strategy/analyzer/figures.ts";
import { useAnalyzer, useAnalyzerState } from "../../../analyzer/use-analyzer.tsx";
import { contractName, legName, lotsText } from "../../../strategy/fields/leg-names.ts";
import { priceDecimals } from "../../../strategy/price-decimals.ts";
import { TEXTS } from "../texts.ts";
import css from "./Strip.module.css";

/** The trades, each with the way out of the strategy. @param name of whose they are, where that is not seen */
export function Chips({ name }: { readonly name: string | null }) {
  const { dispatch } = useAnalyzer();
  const { instance, underlying } = useAnalyzerState();
  const decimals = priceDecimals(underlying?.kind);
  return (
    <ul className={css.chips} aria-label={TEXTS.strip.trades}>
      {name === null ? null : <li className={css.named}>{name}</li>}
      {instance?.legs.map((leg) => (
        <li
          key={leg.id}
          className={css.chip}
          data-side={leg.quantity < 0 ? "SELL" : "BUY"}
          data-testid="strip-leg"
        >
          <span className={css.lots}>
            {TEXTS.letters[leg.quantity < 0 ? "SELL" : "BUY"]} {lotsText(leg)}
          </span>
          <span>{contractName(leg)}</span>
          <span className={css.price}>{formatFixed(shownEntryPrice(leg), decimals)}</span>
          <button
            type="button"
            className={css.remove}
            aria-label={TEXTS.strip.remove(legName(leg))}
            onClick={() => dispatch({ type: "delete-leg", id: leg.id })}
          >
            <X size={12} strokeWidth={1.5} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
