import { formatFixed } from "#domain/format/number.ts";
import { Provenance } from "../../shared/provenance/Provenance.tsx";
import { breadthOf } from "./market-rows.ts";
import css from "./Side.module.css";
import { TEXTS } from "./texts.ts";
import type { Market } from "./use-market.ts";

/** How many of the stocks with derivatives rise and fall. */
export function Breadth({ market }: { readonly market: Market }) {
  const { up, down, flat } = breadthOf(market.rows.filter(({ underlying }) => underlying.kind === "stock"));
  const isKnown = up + down + flat > 0;
  const count = (stocks: number): string => (isKnown ? formatFixed(stocks, 0) : "--");
  return (
    <section className={css.panel} aria-label={TEXTS.breadth.name}>
      <h2 className={css.title}>
        <Provenance name={TEXTS.breadth.title} story={() => ({ formula: TEXTS.breadth.story })}>
          {TEXTS.breadth.title}
        </Provenance>
      </h2>
      <div className={css.breadth} aria-hidden="true">
        <span data-tone={isKnown ? "up" : undefined} style={{ flexGrow: isKnown ? up : 1 }} />
        <span style={{ flexGrow: flat }} />
        <span data-tone={isKnown ? "down" : undefined} style={{ flexGrow: down }} />
      </div>
      <div className={css.counts}>
        <span>{TEXTS.breadth.rising(count(up))}</span>
        <span>{TEXTS.breadth.unchanged(count(flat))}</span>
        <span>{TEXTS.breadth.falling(count(down))}</span>
      </div>
    </section>
  );
}
