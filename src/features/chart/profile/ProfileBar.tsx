import { formatExpiry } from "#domain/format/date.ts";
import { SideSwatch } from "../../../components/chart/Swatches.tsx";
import toolCss from "../../../shared/page-controls/Tools.module.css";
import css from "../extras/Extras.module.css";
import type { SetChart } from "../use-chart-address.ts";
import { mostText } from "./oi-profile.ts";
import { TEXTS } from "./texts.ts";
import type { Profile } from "./use-profile.ts";

/** Nearest ones, which have nearly all of the open interest. */
const OFFERED = 6;
/** As many as the call adds up. */
const MOST = 8;

/** Which expiries stand at the price axis, what their bars are, and where the largest stand (rule CHART-14). */
export function ProfileBar({ profile, set }: { readonly profile: Profile; readonly set: SetChart }) {
  const { figures, listed, shown, said } = profile;
  const toggle = (expiry: string): void => {
    const isIn = shown.includes(expiry);
    const next = isIn ? shown.filter((each) => each !== expiry) : [...shown, expiry].sort();
    // One stays: of none there is nothing to show.
    if (next.length > 0) set({ profile: next[0] === listed[0] && next.length === 1 ? [] : next }, "replace");
  };
  // All that are offered may be added up: the call takes no fewer.
  const offered = listed.filter((expiry, i) => i < OFFERED || shown.includes(expiry)).slice(0, MOST);
  return (
    <div className={css.group} role="group" aria-label={TEXTS.expiries} data-testid="chart-profile-bar">
      <span className={css.said}>{TEXTS.expiries}</span>
      {offered.map((expiry) => (
        <button
          key={expiry}
          type="button"
          className={toolCss.tool}
          aria-pressed={shown.includes(expiry)}
          onClick={() => toggle(expiry)}
          data-testid={`chart-profile-${expiry}`}
        >
          {formatExpiry(expiry)}
        </button>
      ))}
      <p className={css.said} role="status" data-testid="chart-profile-told">
        {figures === null || said !== null ? (
          said
        ) : (
          <>
            <span className={css.side}>
              <SideSwatch side="call" /> {mostText(TEXTS.call, figures, figures.call)}
            </span>
            <span className={css.side}>
              <SideSwatch side="put" /> {mostText(TEXTS.put, figures, figures.put)}
            </span>
          </>
        )}
      </p>
    </div>
  );
}
