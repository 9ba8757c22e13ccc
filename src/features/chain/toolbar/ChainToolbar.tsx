import { Suspense } from "react";
import { VIEW_NAMES, type ViewName } from "#domain/format/chain-columns.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { whenDrawn } from "../../../browser/when-idle.ts";
import { optional } from "../../../components/optional.ts";
import type { Wish } from "../settings/wish.ts";
import { TEXTS } from "../texts.ts";
import type { ShownView } from "../use-shown-view.ts";
import css from "./ChainToolbar.module.css";

interface Props {
  readonly shown: ShownView;
  readonly underlying: UnderlyingSummary | null;
  readonly onView: (view: string) => void;
  readonly onPrefer: (wish: Wish) => void;
}

/** Figures come before what changes how they are shown. */
const load = () => whenDrawn().then(() => import("./ToolbarOptions.tsx"));
const ToolbarOptions = optional(() => load().then((m) => m.ToolbarOptions));
const NamedViews = optional(() => load().then((m) => m.NamedViews));

/** Id of the place that is kept for what comes after the figures. */
export const MORE = "chain-more";

export function ChainToolbar({ shown, underlying, onView, onPrefer }: Props) {
  const { view, builtIn } = shown;
  /** Arrows choose among radios (ARIA authoring practices). */
  const moveView = (event: React.KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = (VIEW_NAMES.indexOf(builtIn) + step + VIEW_NAMES.length) % VIEW_NAMES.length;
    onView(VIEW_NAMES[at] ?? "ltp");
    (event.currentTarget.children[at] as HTMLElement | undefined)?.focus();
  };
  return (
    <div className={css.toolbar} role="toolbar" aria-label={TEXTS.toolbar.name}>
      <div className={css.choices}>
        <div className={css.views}>
          <div
            className={css.segments}
            role="radiogroup"
            aria-label={TEXTS.toolbar.columns}
            onKeyDown={moveView}
          >
            {VIEW_NAMES.map((name: ViewName) => (
              <button
                key={name}
                type="button"
                role="radio"
                aria-checked={view === name}
                tabIndex={builtIn === name ? 0 : -1}
                className={css.segment}
                onClick={() => onView(name)}
              >
                {TEXTS.toolbar.views[name]}
              </button>
            ))}
          </div>
          <Suspense fallback={null}>
            <NamedViews view={view} onView={onView} />
          </Suspense>
        </div>
        <div className={css.options}>
          <Suspense fallback={null}>
            <ToolbarOptions shown={shown} underlying={underlying} onPrefer={onPrefer} />
          </Suspense>
        </div>
      </div>
      <span className={css.more} id={MORE} />
    </div>
  );
}
