import { formatFixed } from "#domain/format/number.ts";
import type { TradeAction } from "#domain/strategy/model.ts";
import { countText, inLanguage, numberText } from "../../../shared/texts/texts.tsx";

const lotsOf = (lots: number): string =>
  Number.isInteger(lots) ? countText(lots, { one: "lot", other: "lots" }) : `${formatFixed(lots, 2)} lots`;

const DEALT = { BUY: "bought", SELL: "sold" } as const;

/** What is read of positions on the chain. */
export const TEXTS = inLanguage({
  en: {
    /** Lots and units: "2 lots (130)". */
    size: (lots: number, units: number) => `${lotsOf(lots)} (${numberText(units)})`,
    /** A position in its row, to who hears it; the price is null unknown, the time null unless it is old. */
    spoken: (side: TradeAction, size: string, price: string | null, asOf: string | null) =>
      `position: ${DEALT[side]} ${size}${price === null ? "" : ` at ${price}`}${asOf === null ? "" : `, as of ${asOf}`}`,
    held: (side: TradeAction, size: string, product: string) =>
      `Position: ${DEALT[side]} ${size}, ${product}`,
    prices: (average: string, last: string) => `Average ${average} · last ${last}`,
    pnl: (pnl: string) => `Open P&L ${pnl}`,
    told: (broker: string, time: string) => `As ${broker} told at ${time}`,
    wasTold: (broker: string, time: string) => `Old: as ${broker} told at ${time}`,
    missing: (why: string) => `Your positions could not be marked. ${why}`,
    /** @param time of those that are marked */
    old: (time: string, why: string) => `Your positions are those of ${time}. ${why}`,
    unmarked: "The code that marks them could not be loaded.",
  },
});
