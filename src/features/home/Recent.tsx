import { useState } from "react";
import { readList } from "../../browser/kept-list.ts";
import { PageLink } from "../../components/link/PageLink.tsx";
import { chainOf } from "./chain-link.ts";
import css from "./Side.module.css";
import { TEXTS } from "./texts.ts";

/** Where a user starts who has looked at nothing yet. */
const FIRST = ["NIFTY", "BANKNIFTY", "SENSEX"] as const;

/** The chains looked at last. */
export function Recent() {
  const [symbols] = useState(() => readList("recent"));
  return (
    <section className={css.panel} aria-label={TEXTS.recent.title}>
      <h2 className={css.title}>{symbols.length > 0 ? TEXTS.recent.title : TEXTS.recent.first}</h2>
      <div className={css.recent}>
        {(symbols.length > 0 ? symbols : FIRST).map((symbol) => (
          <PageLink key={symbol} to={chainOf(symbol)} className={css.chip}>
            {symbol}
          </PageLink>
        ))}
      </div>
    </section>
  );
}
