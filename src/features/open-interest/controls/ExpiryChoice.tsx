import { useId } from "react";
import { istDate } from "#domain/calendar/ist.ts";
import { formatExpiry } from "#domain/format/date.ts";
import { showToast } from "../../../components/toast/toast.ts";
import { marketNow } from "../../../live/market-now.ts";
import css from "../../../shared/page-controls/Controls.module.css";
import { MOST_EXPIRIES } from "../address.ts";
import type { OiPage } from "../oi-page.ts";
import { TEXTS } from "../texts.ts";

const { controls } = TEXTS;

/** Expiries of the underlying, nearest first, of which several add up; on the older page one is shown at a time. */
export function ExpiryChoice({ page }: { readonly page: OiPage }) {
  const { underlying, expiries, set, variant } = page;
  const own = useId();
  const now = marketNow(underlying);
  const today = Number.isFinite(now) ? istDate(now) : undefined;
  const listed = underlying.expiries.filter(
    ({ expiry, lastTrade }) => !(now >= lastTrade) || expiries.includes(expiry),
  );
  const toggle = (expiry: string): void => {
    if (!variant.isWhole) return set({ expiries: [expiry], view: null });
    const isIn = expiries.includes(expiry);
    const next = isIn ? expiries.filter((each) => each !== expiry) : [...expiries, expiry].sort();
    if (next.length > MOST_EXPIRIES) return showToast(controls.mostExpiries, { tone: "warning" });
    // One stays: of none there is nothing to show.
    if (next.length > 0) set({ expiries: next, view: null });
  };
  return (
    <div
      className={css.expiries}
      role="group"
      aria-labelledby={`${own}-name`}
      title={variant.isWhole ? controls.expiriesHint : undefined}
    >
      <span id={`${own}-name`} className={css.name}>
        {variant.isWhole ? controls.expiries : controls.expiry}
      </span>
      {listed.map(({ expiry, type }) => (
        <button
          key={expiry}
          type="button"
          className={css.chip}
          aria-pressed={expiries.includes(expiry)}
          aria-label={`${formatExpiry(expiry, today)}, ${controls.spokenTypes[type]}`}
          onClick={() => toggle(expiry)}
          data-testid={`oi-expiry-${expiry}`}
        >
          {formatExpiry(expiry, today)}
          <span className={css.tag} data-type={type} aria-hidden="true">
            {controls.types[type]}
          </span>
        </button>
      ))}
    </div>
  );
}
