import { InfoButton } from "../info-button/InfoButton.tsx";
import { ChartButton } from "./ChartButton.tsx";
import css from "./InstrumentButtons.module.css";

/** What opens on an instrument beside its name: what there is to know of it, and its chart. */
export function InstrumentButtons({ symbol }: { readonly symbol: string }) {
  return (
    <span className={css.both}>
      <InfoButton symbol={symbol} />
      <ChartButton symbol={symbol} />
    </span>
  );
}
