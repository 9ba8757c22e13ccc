import { X } from "lucide-react";
import { useRef } from "react";
import { MOST_IV_STRIKES, MOST_STRIKES } from "#protocol/http/chart-limits.ts";
import { marketNow } from "../../../live/market-now.ts";
import { useListed } from "../../../live/use-listed.ts";
import { firstRunning } from "../../../shared/first-running.ts";
import controls from "../../../shared/page-controls/Controls.module.css";
import { strikeText } from "../lines/strikes.ts";
import type { LivePage } from "../live-page.ts";
import { TEXTS } from "../texts.ts";
import css from "./ChartList.module.css";

const { controls: texts } = TEXTS;

const AROUND = [1, 2, 3, 5, 10, 15, 20];
const CHOSEN = "chosen";

interface Props {
  readonly page: LivePage;
  /** rupees, NaN unknown */
  readonly spot: number;
}

/** The strikes that PCR, open interest and volume are of (rule LCHART-12). */
export function StrikePick({ page: { search, set, underlying, expiry }, spot }: Props) {
  const { around, strikes } = search;
  const part = useRef<HTMLDivElement>(null);
  const listed = useListed(underlying.symbol);
  const own = expiry ?? (listed && firstRunning(listed.expiries, underlying, marketNow(underlying))) ?? null;
  const all = listed === null || own === null ? [] : listed.strikes("CE", own);
  const others = all.filter((strike) => !strikes.includes(strike));
  const atMoney = all.reduce<number | null>(
    (best, each) => (best === null || Math.abs(each - spot) < Math.abs(best - spot) ? each : best),
    null,
  );
  const steps =
    around === null || AROUND.includes(around) ? AROUND : [...AROUND, around].sort((a, b) => a - b);

  function choose(value: string): void {
    if (value === CHOSEN) {
      const first = Number.isFinite(spot) ? atMoney : all[all.length >> 1];
      if (first !== null && first !== undefined) set({ around: null, strikes: [first] });
    } else set({ around: value === "" ? null : Number(value), strikes: [] });
  }

  function leaveOut(strike: number): void {
    const next = strikes.filter((each) => each !== strike);
    const at = Math.min(strikes.indexOf(strike), next.length - 1);
    set({ strikes: next });
    // The list is drawn anew with the address: the keys go on at the next strike, after the last at what stands before the list.
    setTimeout(() => {
      const own = part.current;
      (own?.querySelectorAll<HTMLElement>("li button")[at] ?? own?.querySelector("select"))?.focus();
    });
  }

  return (
    <div ref={part} className={css.charts}>
      <label className={controls.choice}>
        {texts.strikes}
        <select
          className={controls.select}
          value={strikes.length > 0 ? CHOSEN : (around ?? "")}
          onChange={({ target }) => choose(target.value)}
          data-testid="live-strikes"
        >
          <option value="">{texts.allStrikes}</option>
          {steps.map((count) => (
            <option key={count} value={count}>
              {texts.around(count)}
            </option>
          ))}
          <option value={CHOSEN} disabled={strikes.length === 0 && all.length === 0}>
            {texts.chosenStrikes}
          </option>
        </select>
      </label>
      {strikes.length === 0 ? null : (
        <>
          <ul className={css.list} aria-label={texts.chosenStrikes} data-testid="live-chosen">
            {strikes.map((strike) => (
              <li key={strike} className={css.item}>
                <span className={css.name}>{strikeText(strike)}</span>
                <button
                  type="button"
                  className={css.act}
                  aria-label={texts.removeStrike(strikeText(strike))}
                  title={texts.removeStrike(strikeText(strike))}
                  onClick={() => leaveOut(strike)}
                >
                  <X size={13} strokeWidth={1.75} aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
          <select
            className={controls.select}
            aria-label={texts.addStrike}
            value=""
            disabled={strikes.length >= MOST_STRIKES || others.length === 0}
            title={texts.mostStrikes(MOST_STRIKES, MOST_IV_STRIKES)}
            onChange={({ target }) => {
              const strike = others.find((each) => String(each) === target.value);
              if (strike !== undefined) set({ strikes: [...strikes, strike].sort((a, b) => a - b) });
            }}
            data-testid="live-add-strike"
          >
            <option value="">{texts.addStrike}</option>
            {others.map((strike) => (
              <option key={strike} value={strike}>
                {strikeText(strike)}
              </option>
            ))}
          </select>
        </>
      )}
    </div>
  );
}
