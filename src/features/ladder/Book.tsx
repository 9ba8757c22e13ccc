import type { CSSProperties, ReactNode } from "react";
import { formatFixed } from "#domain/format/number.ts";
import css from "./Ladder.module.css";
import { type KnownQuote, type LadderRow, ladderRows } from "./ladder-lines.ts";
import { TEXTS } from "./texts.ts";

type Side = keyof LadderRow;
type Part = "orders" | "quantity" | "price";

const SIDES: readonly Side[] = ["buy", "sell"];
/** From the outside in; offers mirror bids. */
const PARTS: Readonly<Record<Side, readonly Part[]>> = {
  buy: ["orders", "quantity", "price"],
  sell: ["price", "quantity", "orders"],
};

const headOf = (side: Side, part: Part): string =>
  part === "price" ? TEXTS.book[side === "buy" ? "bid" : "offer"] : TEXTS.book[part];

/** A heading, with its side for who hears it. */
const named = (side: Side, words: string): ReactNode => (
  <>
    {words}
    <span className="visually-hidden"> {TEXTS.book.of[side]}</span>
  </>
);

const barOf = (part: Part, share: number): CSSProperties | undefined =>
  part === "quantity" ? ({ "--share": share } as CSSProperties) : undefined;

interface RowProps {
  readonly row: LadderRow;
  /** By side, the words for one without any order ("No bids"); null where there are orders. */
  readonly emptySide: Readonly<Record<Side, string | null>>;
}

function Level({ row, emptySide }: RowProps) {
  return (
    <tr>
      {SIDES.map((side) =>
        emptySide[side] === null ? (
          PARTS[side].map((part) => (
            <td key={side + part} data-side={side} data-part={part} style={barOf(part, row[side].share)}>
              {row[side][part]}
            </td>
          ))
        ) : (
          <td key={side} colSpan={PARTS[side].length} className={css.nobody} data-side={side}>
            {emptySide[side]}
          </td>
        ),
      )}
    </tr>
  );
}

interface Props {
  /** What the contract is called. */
  readonly contract: string;
  /** null: nothing is known yet. */
  readonly quote: KnownQuote | null;
  readonly decimals: number;
}

const BOTH_SIDES = { buy: null, sell: null };

/** Five prices a side, what stands at each, and what stands in the whole book. */
export function Book({ contract, quote, decimals }: Props) {
  const { name, total, noBids, noOffers } = TEXTS.book;
  const emptySide = {
    buy: quote?.buy?.length === 0 ? noBids : null,
    sell: quote?.sell?.length === 0 ? noOffers : null,
  };
  const totals = { buy: quote?.buyQuantity, sell: quote?.sellQuantity };
  return (
    <table className={css.book} data-testid="ladder-book">
      <caption className="visually-hidden">{name(contract)}</caption>
      <thead>
        <tr>
          {SIDES.map((side) =>
            PARTS[side].map((part) => (
              <th key={side + part} scope="col" data-side={side}>
                {part === "price" ? headOf(side, part) : named(side, headOf(side, part))}
              </th>
            )),
          )}
        </tr>
      </thead>
      <tbody>
        {ladderRows(quote, decimals).map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place
          <Level key={at} row={row} emptySide={at === 0 ? emptySide : BOTH_SIDES} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          {SIDES.map((side) =>
            PARTS[side].map((part) => (
              <td key={side + part} data-side={side} data-part={part}>
                {part === "orders"
                  ? named(side, total)
                  : part === "quantity"
                    ? formatFixed(totals[side], 0)
                    : null}
              </td>
            )),
          )}
        </tr>
      </tfoot>
    </table>
  );
}
