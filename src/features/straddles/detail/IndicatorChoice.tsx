import { Suspense, useState } from "react";
import { lazily } from "../../../components/lazily.tsx";
import { type ChosenIndicator, writeIndicators } from "../../../shared/indicators/chosen.ts";
import { TEXTS as INDICATOR_TEXTS } from "../../../shared/indicators/texts.ts";
import css from "../../../shared/page-controls/Controls.module.css";
import type { StraddlePage } from "../straddle-page.ts";
import { OFFERED } from "./premium-bars.ts";

const Indicators = lazily(() =>
  import("../../../shared/indicators/choice/Indicators.tsx").then((m) => m.Indicators),
);

interface Props extends Pick<StraddlePage, "set"> {
  readonly chosen: readonly ChosenIndicator[];
  /** what stands for a bar's range; null where none of them reads it */
  readonly range: string | null;
}

/** Opens what chooses indicators on the premium. */
export function IndicatorChoice({ chosen, range, set }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={css.chip}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        data-testid="straddle-indicators"
      >
        {INDICATOR_TEXTS.open(chosen.length)}
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <Indicators
            indicators={chosen}
            offered={OFFERED}
            note={range}
            onChange={(next) => set({ ind: writeIndicators(next) }, "replace")}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
