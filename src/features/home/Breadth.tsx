import { formatFixed } from "#domain/format/number.ts";
import { breadthOf } from "./market-rows.ts";
import css from "./Side.module.css";
import type { Market } from "./use-market.ts";

/** How many of the stocks with derivatives rise and fall. */
export function Breadth({ market }: { readonly market: Market }) {
  const { up, down, flat } = breadthOf(market.rows.filter(({ underlying }) => underlying.kind === "stock"));
  const isKnown = up + down + flat > 0;
  return (
    <section className={css.panel} aria-label="Breadth">
      <h2 className={css.title}>Stocks with derivatives</h2>
      <div className={css.breadth} aria-hidden="true">
        <span data-tone={isKnown ? "up" : undefined} style={{ flexGrow: isKnown ? up : 1 }} />
        <span style={{ flexGrow: flat }} />
        <span data-tone={isKnown ? "down" : undefined} style={{ flexGrow: down }} />
      </div>
      <div className={css.counts}>
        <span>▲ {isKnown ? formatFixed(up, 0) : "--"} rising</span>
        <span>{isKnown ? formatFixed(flat, 0) : "--"} unchanged</span>
        <span>▼ {isKnown ? formatFixed(down, 0) : "--"} falling</span>
      </div>
    </section>
  );
}
