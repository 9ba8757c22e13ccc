import controls from "../../../shared/page-controls/Controls.module.css";
import type { Kind } from "../kinds.ts";
import type { LivePage } from "../live-page.ts";
import { TEXTS } from "../texts.ts";
import css from "./ChartList.module.css";

interface Props extends Pick<LivePage, "search" | "set"> {
  readonly chosen: Kind;
}

/** On a small screen: which of the charts is shown. */
export function ChartChoice({ search, set, chosen }: Props) {
  return (
    <div className={css.strip} role="group" aria-label={TEXTS.controls.chart} data-testid="live-pane">
      {search.charts.map((kind) => (
        <button
          key={kind}
          type="button"
          className={controls.chip}
          aria-pressed={kind === chosen}
          onClick={() => set({ pane: kind }, "replace")}
        >
          {TEXTS.kinds[kind]}
        </button>
      ))}
    </div>
  );
}
