import { formatFixed } from "#domain/format/number.ts";
import { legName, lotsText } from "../fields/leg-names.ts";
import { NumberField } from "../fields/NumberField.tsx";
import { readLots, readUnits } from "../fields/read-figure.ts";
import type { LegFields } from "./leg-fields.ts";
import { isShownNegative, priceText, readShownPrice } from "./leg-prices.ts";
import { Stepped } from "./Stepped.tsx";
import { TEXTS } from "./texts.ts";

export function PriceField({ leg, market, settings, priceDecimals, dispatch }: LegFields) {
  const name = legName(leg);
  const isNegative = isShownNegative(leg, settings);
  return (
    <NumberField
      label={TEXTS.of(TEXTS.price, name)}
      text={leg.entryPrice === null ? "" : priceText(leg.entryPrice, isNegative, priceDecimals)}
      placeholder={market.usablePrice}
      isOwn={leg.entryPrice !== null}
      read={(text) => readShownPrice(text, isNegative)}
      onCommit={(price) => dispatch({ type: "set-entry-price", id: leg.id, price })}
      testId="leg-price"
    />
  );
}

/** In lots or in units; the arrow keys step by a lot, also from an odd quantity. */
export function QuantityField({
  leg,
  settings,
  dispatch,
  warnedBy,
}: LegFields & { readonly warnedBy: string | undefined }) {
  const { id, quantity, lotSize } = leg;
  const units = Math.abs(quantity);
  const inLots = settings.tradeView === "lots";
  const set = (next: number) => {
    if (next > 0) dispatch({ type: "set-quantity", id, units: next });
  };
  return (
    <NumberField
      label={TEXTS.of(inLots ? TEXTS.lots : TEXTS.units, legName(leg))}
      text={inLots ? lotsText(leg) : formatFixed(units, 0)}
      read={(text) => (inLots ? readLots(text, lotSize) : readUnits(text, lotSize))}
      onCommit={set}
      onStep={(direction) => set(units + direction * lotSize)}
      warnedBy={warnedBy}
      testId="leg-quantity"
    />
  );
}

/** Lots with one more and one fewer beside them. */
export function LotsField(props: LegFields & { readonly warnedBy: string | undefined }) {
  const { leg, dispatch } = props;
  const { id, quantity, lotSize } = leg;
  const units = Math.abs(quantity);
  const name = legName(leg);
  return (
    <Stepped
      name="lots"
      down={{ label: TEXTS.of(TEXTS.lotFewer, name), isDisabled: units <= lotSize }}
      up={{ label: TEXTS.of(TEXTS.lotMore, name), isDisabled: false }}
      onStep={(direction) => dispatch({ type: "set-quantity", id, units: units + direction * lotSize })}
    >
      <QuantityField {...props} />
    </Stepped>
  );
}
