import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { formatFixed } from "#domain/format/number.ts";
import type { TradeAction } from "#domain/strategy/model.ts";
import css from "./ChartWindow.module.css";
import { dealPrice, type PricePlace } from "./price-place.ts";
import { TEXTS } from "./texts.ts";

const SIDES = [
  { side: "BUY", word: TEXTS.buyWord, label: TEXTS.buy, testId: "chart-buy" },
  { side: "SELL", word: TEXTS.sellWord, label: TEXTS.sell, testId: "chart-sell" },
] as const;

interface ButtonsProps {
  readonly price: number;
  readonly decimals: number;
  readonly onDeal: (action: TradeAction, price: number) => void;
}

/** B and S at a price. */
export function DealButtons({ price, decimals, onDeal }: ButtonsProps) {
  const text = formatFixed(price, decimals);
  return SIDES.map(({ side, word, label, testId }) => (
    <button
      key={side}
      type="button"
      className={css.deal}
      data-side={side}
      aria-label={label(text)}
      title={label(text)}
      onClick={() => onDeal(side, price)}
      data-testid={testId}
    >
      {word}
    </button>
  ));
}

interface Props extends Omit<ButtonsProps, "price"> {
  readonly place: PricePlace;
  /** of the contract, rupees */
  readonly tickSize: number;
  /** Another price is pointed at. */
  readonly onPrice: (price: number) => void;
}

/** A line at the price under the pointer, or where a finger was last, with B and S at its end (rule CHART-18). */
export function Crosshair({ place, decimals, tickSize, onDeal, onPrice }: Props) {
  const over = useSyncExternalStore(place.subscribe, place.over);
  const [at, setAt] = useState<{ readonly y: number; readonly price: number } | null>(null);
  const tag = useRef<HTMLSpanElement>(null);
  const told = useRef(onPrice);
  told.current = onPrice;
  useEffect(() => {
    if (over === null) return;
    const move = (event: PointerEvent): void => {
      // On the buttons the price stays what they say.
      if (event.target instanceof Node && tag.current?.contains(event.target) === true) return;
      const y = event.clientY - over.getBoundingClientRect().top;
      const price = dealPrice(place.priceAt(y), tickSize);
      setAt(Number.isNaN(price) ? null : { y, price });
      if (event.type === "pointerdown" && !Number.isNaN(price)) told.current(price);
    };
    const leave = ({ pointerType }: PointerEvent): void => {
      if (pointerType === "mouse") setAt(null);
    };
    over.addEventListener("pointermove", move);
    over.addEventListener("pointerdown", move);
    over.addEventListener("pointerleave", leave);
    return () => {
      over.removeEventListener("pointermove", move);
      over.removeEventListener("pointerdown", move);
      over.removeEventListener("pointerleave", leave);
    };
  }, [over, place, tickSize]);

  const isShown = at !== null;
  useEffect(() => {
    const { current } = tag;
    if (!isShown || current === null) return;
    // A press on them is no drag of the chart.
    const keep = (event: Event): void => event.stopPropagation();
    current.addEventListener("pointerdown", keep);
    return () => current.removeEventListener("pointerdown", keep);
  }, [isShown]);

  if (over === null || at === null) return null;
  return createPortal(
    <div className={css.crosshair} style={{ top: at.y }} data-testid="chart-crosshair">
      <span ref={tag} className={css.tag}>
        <span className={css.at}>{formatFixed(at.price, decimals)}</span>
        <DealButtons price={at.price} decimals={decimals} onDeal={onDeal} />
      </span>
    </div>,
    over,
  );
}
