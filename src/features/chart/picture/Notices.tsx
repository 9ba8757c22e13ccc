import { Button } from "../../../components/button/Button.tsx";
import { TEXTS as AROUND } from "../../../shared/time-charts/texts.ts";
import { type ChartSearch, DEFAULT_SYMBOL } from "../address/address.ts";
import { useHolder } from "../holder.ts";
import { TEXTS } from "../texts.ts";
import type { SetChart } from "../use-chart-address.ts";
import css from "./Notices.module.css";

const { failed, empty } = TEXTS;

/** Until the bars are there: the shape that comes. */
export function Bones() {
  return (
    <div className={css.bones} role="status" data-testid="chart-bones">
      <span className="visually-hidden">{TEXTS.chart.loading}</span>
      <svg viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 30 L12 26 L24 28 L38 20 L52 22 L66 14 L82 17 L100 9" />
      </svg>
    </div>
  );
}

export function Nothing() {
  return (
    <div className={css.nothing} role="status" data-testid="chart-empty">
      <h2>{empty.title}</h2>
      <p>{empty.text}</p>
    </div>
  );
}

interface FailedProps {
  /** why, in words for people */
  readonly text: string;
  readonly search: Pick<ChartSearch, "date" | "symbol">;
  readonly set: SetChart;
  readonly retry: () => void;
}

/** There is no chart of what the address names: why, and the ways out. */
export function Failed({ text, search, set, retry }: FailedProps) {
  const { pick } = useHolder();
  return (
    <div className={css.failed} role="alert" data-testid="chart-failed">
      <h2>{failed.title(search.symbol)}</h2>
      <p>{text}</p>
      <p className={css.ways}>
        <Button onClick={() => pick("")}>{failed.choose}</Button>
        {search.date === null ? null : (
          <Button variant="secondary" onClick={() => set({ date: null, view: null })}>
            {failed.newest}
          </Button>
        )}
        {search.symbol === DEFAULT_SYMBOL ? null : (
          <Button variant="secondary" onClick={() => set({ symbol: DEFAULT_SYMBOL, date: null, view: null })}>
            {failed.nifty}
          </Button>
        )}
        <Button variant="secondary" onClick={retry}>
          {AROUND.retry}
        </Button>
      </p>
    </div>
  );
}
