import { memo, useCallback, useId, useRef } from "react";
import { strategyLegs } from "#domain/strategy/analyzer/figures.ts";
import { useAnalyzerState } from "../../analyzer/use-analyzer.tsx";
import { moveFocus } from "../../shared/provenance/move-focus.ts";
import { Provenance } from "../../shared/provenance/Provenance.tsx";
import type { FigureStory } from "../../shared/provenance/provenance-lines.ts";
import { afterCharges } from "../net/after-charges.ts";
import type { StoryInputs } from "../summary-story/story-of.ts";
import {
  FIGURES,
  GREEKS,
  type SummaryFigure,
  spotDecimals,
  type WrittenFigure,
  writtenFigure,
} from "./figures.ts";
import css from "./SummaryPanel.module.css";
import { TEXTS } from "./texts.ts";

let stories: typeof import("../summary-story/story-of.ts") | null = null;
/** How figures came to be is told when one is pressed, and comes then. */
const loadStories = async (): Promise<void> => {
  stories = await import("../summary-story/story-of.ts");
};

interface FigureProps {
  readonly figure: SummaryFigure;
  readonly label: string;
  readonly value: string;
  readonly note: WrittenFigure["note"] | undefined;
  readonly tone: WrittenFigure["tone"] | undefined;
  readonly isOld: boolean;
  /** The one of the group that the tab key comes to first. */
  readonly isFirst: boolean;
  readonly story: (figure: SummaryFigure) => FigureStory;
}

/** By what is read of it: while a strike is dragged most figures stay as they are. */
const Figure = memo(function Figure({
  figure,
  label,
  value,
  note,
  tone,
  isOld,
  isFirst,
  story,
}: FigureProps) {
  const own = useId();
  return (
    <div
      className={css.figure}
      data-figure={figure}
      data-old={isOld ? "" : undefined}
      data-testid={`figure-${figure}`}
    >
      <dt id={`${own}-name`}>{label}</dt>
      <dd id={`${own}-value`} data-tone={tone}>
        <Provenance
          name={label}
          story={() => story(figure)}
          prepare={loadStories}
          labelledBy={`${own}-name ${own}-value`}
          tabIndex={isFirst ? 0 : -1}
        >
          {value}
          {note === undefined ? null : <span className={css.note}>{note}</span>}
        </Provenance>
      </dd>
    </div>
  );
});

/** What the strategy is worth, wins, loses, asks and costs; a pressed figure says how it came to be. */
export function SummaryPanel() {
  const view = useAnalyzerState();
  const { instance, payload, payloadSource, local, charges, isStale, isMarginOld, underlying } = view;
  const inputs: StoryInputs = {
    payload: payload === null ? null : afterCharges(payload),
    settings: instance?.settings ?? { riskRewardMode: "ratio" },
    margin: instance?.marginData.value ?? null,
    spans: instance?.marginSpanData ?? { marginRequired: null, capitalRequired: null },
    charges,
    decimals: spotDecimals(underlying?.spotTickSize ?? 0.05),
    legs: instance === null ? [] : strategyLegs(instance),
    ivOffset: instance?.ivOffset ?? 0,
    source: payloadSource,
    local,
    isMarginOld,
  };
  const latest = useRef(inputs);
  latest.current = inputs;
  const story = useCallback(
    (figure: SummaryFigure): FigureStory => stories?.storyOf(figure, latest.current) ?? { formula: "" },
    [],
  );
  const isOld = (figure: SummaryFigure): boolean =>
    figure === "margin" || figure === "capital" ? isMarginOld : isStale;
  const list = (figures: readonly SummaryFigure[], className: string | undefined) => (
    <dl className={className} onKeyDown={moveFocus}>
      {figures.map((figure, i) => {
        const { label, value, note, tone } = writtenFigure(figure, inputs);
        return (
          <Figure
            key={figure}
            figure={figure}
            label={label}
            value={value}
            note={note}
            tone={tone}
            isOld={isOld(figure)}
            isFirst={i === 0}
            story={story}
          />
        );
      })}
    </dl>
  );
  return (
    <section className={css.panel} aria-label={TEXTS.name} data-testid="summary">
      {list(FIGURES, css.figures)}
      {list(GREEKS, css.greeks)}
    </section>
  );
}
