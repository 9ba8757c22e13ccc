import type { BesideChain } from "../../shared/beside-chain.ts";
import { TEXTS } from "./texts.ts";
import css from "./WidgetFoot.module.css";

/** Leads out of a broker's app, to the chain that is on screen there (rule EMB-12). */
export function WidgetFoot({ underlying, expiry }: BesideChain) {
  const address = new URLSearchParams({ tradingsymbol: underlying.symbol, expiry });
  return (
    <a className={css.out} href={`/option-chain?${address}`} target="_blank" rel="noopener">
      {TEXTS.openChain}
    </a>
  );
}
