import { useMemo } from "react";
import {
  type ChainView,
  type ChainViewLayout,
  type ColumnWidths,
  layoutChain,
  quantityUnit,
} from "#domain/format/chain-columns.ts";
import { greekDecimals, USUAL_DECIMALS } from "#domain/format/greek-decimals.ts";
import type { GridLook } from "#domain/format/own-columns.ts";
import { type ChainHead, useOfChain } from "./shown-chain.ts";

const YEAR_MS = 365 * 86_400_000;

const PLAIN = { perLot: false, unit: "auto", bars: "oi" } as const;

interface Options {
  readonly view: ChainView;
  readonly look: GridLook | null;
  /** Whether the newest head is of the chain that is shown, or of the one before for a moment. */
  readonly isKnown: boolean;
  /** CSS pixels */
  readonly width: number;
  readonly page: number;
  readonly isCurrency: boolean;
  /** Of the underlying as it is listed, rupees; 0 until that is known. */
  readonly listedStep: number;
  readonly isLastDay: boolean;
  readonly widths: ColumnWidths | null;
}

/** Of premiums, until the chain has told its own. */
const usualTick = (isCurrency: boolean): number => (isCurrency ? 0.0025 : 0.05);

/** What the columns are fitted to. @param scale of delta and gamma */
function fittedTo(
  head: ChainHead | null,
  { perLot, unit }: Pick<GridLook, "perLot" | "unit">,
  scale: number,
) {
  const lotSize = head?.lotSize ?? Number.NaN;
  const lot = perLot ? lotSize * (head?.multiplier ?? Number.NaN) : null;
  const { gamma, theta, vega } =
    head === null
      ? USUAL_DECIMALS
      : greekDecimals(
          {
            forward: head.forward,
            atmIv: head.atmIv,
            years: (head.expiryInstant - head.asOf) / YEAR_MS,
          },
          scale * (lot ?? 1),
          lot ?? 1,
        );
  const { name } = quantityUnit(head?.maxOi ?? 1e6, unit, lotSize);
  // The first head of a chain may come before its first packet: then it has its rows, and 0 for what is not known.
  return { lotSize, lot, name, gamma, theta, vega, tickSize: head?.tickSize, strikeStep: head?.strikeStep };
}

/** Columns as they lie: made anew when one of them would be another, not with every figure. */
export function useGridLayout({
  view,
  look,
  isKnown,
  width,
  page,
  isCurrency,
  listedStep,
  isLastDay,
  widths,
}: Options): ChainViewLayout {
  // Until its code is there a view of the trader's own is a built-in one.
  const own = look === null || typeof view === "string" ? PLAIN : look;
  const { bars } = own;
  const fitted = useOfChain(({ head }) => fittedTo(isKnown ? head : null, own, isCurrency ? 0.1 : 1));
  const { lotSize, lot, name, gamma, theta, vega } = fitted;
  const tickSize = fitted.tickSize || usualTick(isCurrency);
  const strikeStep = fitted.strikeStep || listedStep || 50;
  return useMemo(
    () =>
      layoutChain({
        view,
        width,
        page,
        quantity: quantityUnit(0, name, lotSize),
        tickSize,
        strikeStep,
        isCurrency,
        isLastDay,
        perLot: lot,
        bars,
        greeks: { gamma, theta, vega },
        ...(widths === null ? {} : { widest: widths }),
      }),
    [
      view,
      width,
      page,
      name,
      lotSize,
      tickSize,
      strikeStep,
      isCurrency,
      widths,
      isLastDay,
      lot,
      bars,
      gamma,
      theta,
      vega,
    ],
  );
}
