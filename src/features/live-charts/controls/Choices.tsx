import { istDate } from "#domain/calendar/ist.ts";
import { formatExpiry } from "#domain/format/date.ts";
import { marketNow } from "../../../live/market-now.ts";
import controls from "../../../shared/page-controls/Controls.module.css";
import { Radios } from "../../../shared/page-controls/Radios.tsx";
import { intervalOf, MINUTE_INTERVALS, SPANS } from "../address.ts";
import type { LivePage } from "../live-page.ts";
import { TEXTS } from "../texts.ts";

const { controls: texts } = TEXTS;

type Given = Pick<LivePage, "search" | "set">;

/** Sessions, and how fine they are drawn. */
export function SpanChoice({ search, set }: Given) {
  const interval = intervalOf(search);
  return (
    <>
      <Radios
        name="live-span"
        label={texts.span}
        options={SPANS.map((span) => [span, texts.spans[span]] as const)}
        value={search.span}
        onChange={(span) => set({ span, interval: null, view: null })}
      />
      {interval === "1D" ? null : (
        <label className={controls.choice}>
          {texts.interval}
          <select
            className={controls.select}
            value={interval}
            onChange={({ target }) => {
              const chosen = MINUTE_INTERVALS.find((each) => each === target.value);
              if (chosen !== undefined) set({ interval: chosen, view: null });
            }}
            data-testid="live-interval"
          >
            {MINUTE_INTERVALS.map((each) => (
              <option key={each} value={each}>
                {texts.intervals[each]}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  );
}

/** One expiry, or of each day the nearest. */
export function ExpiryPick({ page }: { readonly page: LivePage }) {
  const { underlying, expiry, set } = page;
  const now = marketNow(underlying);
  const today = Number.isFinite(now) ? istDate(now) : undefined;
  const listed = underlying.expiries.filter((each) => !(now >= each.lastTrade) || each.expiry === expiry);
  return (
    <label className={controls.choice}>
      {texts.expiry}
      <select
        className={controls.select}
        value={expiry ?? ""}
        onChange={({ target }) => {
          const chosen = listed.find((each) => each.expiry === target.value);
          set({ expiry: chosen?.expiry ?? null, view: null });
        }}
        data-testid="live-expiry"
      >
        <option value="">{texts.auto}</option>
        {listed.map((each) => (
          <option key={each.expiry} value={each.expiry}>
            {formatExpiry(each.expiry, today)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Whether the session before lies under today's. */
export function BeforeChoice({ search, set }: Given) {
  return (
    <button
      type="button"
      className={controls.chip}
      aria-pressed={search.hasGhost}
      onClick={() => set({ hasGhost: !search.hasGhost }, "replace")}
      data-testid="live-before"
    >
      {texts.before}
    </button>
  );
}
