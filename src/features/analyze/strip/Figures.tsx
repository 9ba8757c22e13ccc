import { useMemo } from "react";
import { UNKNOWN } from "#domain/format/number.ts";
import { useAnalyzerState } from "../../../analyzer/use-analyzer.tsx";
import { afterCharges } from "../../../strategy/net/after-charges.ts";
import { SketchPicture } from "../../../strategy/sketch/SketchPicture.tsx";
import {
  breakevenTexts,
  type SummaryFigure,
  type SummaryInputs,
  spotDecimals,
  type WrittenFigure,
  writtenFigure,
} from "../../../strategy/summary/figures.ts";
import { TEXTS } from "../texts.ts";
import css from "./Strip.module.css";
import { sketchOfPayload } from "./sketch-of.ts";

const FIGURES = [
  "maxProfit",
  "maxLoss",
  "breakevens",
  "pop",
  "delta",
  "theta",
  "gamma",
  "vega",
  "margin",
  "charges",
] as const satisfies readonly SummaryFigure[];

/** As the summary writes it; breakevens alone without how far they are, for which there is no room. */
function written(figure: SummaryFigure, inputs: SummaryInputs): WrittenFigure {
  const whole = writtenFigure(figure, inputs);
  const all = figure === "breakevens" ? breakevenTexts(inputs) : [];
  return all.length === 0 ? whole : { ...whole, value: all.map(([at]) => at).join(" · ") };
}

/** What the trades win, lose, ask and cost, as the market moves. */
export function Figures() {
  const { instance, payload: told, charges, underlying, isStale, isMarginOld } = useAnalyzerState();
  const payload = useMemo(() => (told === null ? null : afterCharges(told)), [told]);
  const sketch = useMemo(() => (payload === null ? null : sketchOfPayload(payload)), [payload]);
  const inputs: SummaryInputs = {
    payload,
    settings: instance?.settings ?? { riskRewardMode: "ratio" },
    margin: instance?.marginData.value ?? null,
    spans: instance?.marginSpanData ?? { marginRequired: null, capitalRequired: null },
    charges,
    decimals: spotDecimals(underlying?.spotTickSize ?? 0.05),
  };
  return (
    <>
      <SketchPicture sketch={sketch} className={css.sketch} isStretched testId="strip-sketch" />
      <section
        className={css.room}
        aria-label={TEXTS.strip.figures}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
        tabIndex={0}
      >
        <dl className={css.figures} title={isStale ? TEXTS.strip.old : undefined}>
          {FIGURES.map((figure) => {
            const { label, value, tone, note } = written(figure, inputs);
            const isOld = figure === "margin" ? isMarginOld : isStale;
            return (
              <div
                key={figure}
                className={css.figure}
                data-old={isOld ? "" : undefined}
                data-testid={`strip-${figure}`}
              >
                <dt>{label}</dt>
                <dd data-tone={value === UNKNOWN ? undefined : tone}>
                  {value}
                  {note === undefined || figure === "charges" ? null : (
                    <span className={css.note}>{note}</span>
                  )}
                </dd>
              </div>
            );
          })}
        </dl>
      </section>
    </>
  );
}
