import { HV_SESSIONS } from "#domain/chain/historical-volatility.ts";
import { formatExpiry } from "#domain/format/date.ts";
import { Segments } from "../../../components/segments/Segments.tsx";
import type { IvPage } from "../iv-page.ts";
import { TEXTS } from "../texts.ts";
import css from "./ByDay.module.css";

const { controls } = TEXTS;

/** How far back, whose volatility, and which historical ones stand below it. */
export function Choices({ page: { search, set, underlying } }: { readonly page: IvPage }) {
  const listed: readonly string[] = underlying.expiries.map(({ expiry }) => expiry);
  const { expiry, hv } = search;
  // One that is over may still be in an address.
  const offered = expiry === null || listed.includes(expiry) ? listed : [expiry, ...listed];
  return (
    <div className={css.controls} role="group" aria-label={controls.name}>
      <div className={css.range} data-testid="iv-range">
        <Segments
          name="iv-range"
          label={controls.range}
          options={controls.ranges}
          value={search.range}
          onChange={(range) => set({ range, view: null })}
        />
      </div>
      <label className={css.choice}>
        {controls.of}
        <select
          className={css.select}
          value={expiry ?? ""}
          onChange={({ target }) => set({ expiry: target.value === "" ? null : target.value, view: null })}
          data-testid="iv-of"
        >
          <option value="">{controls.thirty}</option>
          {offered.map((each) => (
            <option key={each} value={each}>
              {controls.expiry(formatExpiry(each))}
            </option>
          ))}
        </select>
      </label>
      <fieldset className={css.choice}>
        <legend>{controls.hv}</legend>
        <div className={css.toggles}>
          {HV_SESSIONS.map((sessions) => (
            <button
              key={sessions}
              type="button"
              className={css.toggle}
              aria-pressed={hv.includes(sessions)}
              aria-label={controls.hvName(sessions)}
              onClick={() =>
                set({
                  hv: HV_SESSIONS.filter((each) =>
                    each === sessions ? !hv.includes(each) : hv.includes(each),
                  ),
                })
              }
              data-testid={`iv-hv-${sessions}`}
            >
              {controls.hvOf[sessions]}
            </button>
          ))}
        </div>
      </fieldset>
    </div>
  );
}
