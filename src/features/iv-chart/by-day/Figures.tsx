import { type KeyboardEvent, type ReactNode, useId } from "react";
import { originBits } from "#domain/chain/origin.ts";
import { formatFixed, formatIv, formatSigned, UNKNOWN } from "#domain/format/number.ts";
import { moveFocus } from "../../../shared/provenance/move-focus.ts";
import { Provenance } from "../../../shared/provenance/Provenance.tsx";
import type { FigureStory } from "../../../shared/provenance/provenance-lines.ts";
import { TEXTS } from "../texts.ts";
import css from "./ByDay.module.css";
import { dayText } from "./iv-lines.ts";
import type { IvHistory, IvPicture } from "./iv-picture.ts";

const { figures: texts, stories } = TEXTS;

interface FigureProps {
  readonly id: string;
  readonly label: string;
  readonly note?: string;
  readonly tabIndex: number;
  readonly story: FigureStory;
  readonly children: ReactNode;
}

function Figure({ id, label, note, tabIndex, story, children }: FigureProps) {
  const own = useId();
  return (
    <div data-testid={`iv-${id}`}>
      <dt id={`${own}-name`}>{label}</dt>
      <dd>
        <Provenance
          name={label}
          story={() => story}
          labelledBy={[`${own}-name`, `${own}-value`].join(" ")}
          tabIndex={tabIndex}
        >
          <span id={`${own}-value`}>{children}</span>
        </Provenance>
        <small>{note}</small>
      </dd>
    </div>
  );
}

const ivText = (iv: number | null | undefined): string => formatIv(iv, 2);
/** Percentage points between two fractions. */
const pointsText = (points: number): string => {
  const text = formatSigned(points * 100, 2);
  return text === UNKNOWN ? text : texts.points(text);
};

interface Props {
  readonly told: IvHistory;
  readonly picture: IvPicture;
  readonly isStale: boolean;
}

/** Volatility now, and what the range says of it (rule IV-5): each figure tells how it came to be. */
export function Figures({ told, picture, isStale }: Props) {
  const { figures, range, dates } = picture;
  const { now, before, percentile, rank, hv20 } = figures;
  const closes = { count: told.now.closes, origins: originBits(told.now.close_origins) };
  const closesSaid = told.now.closes_whole ? texts.closes(told.now.closes) : texts.reading;
  const inRange = [stories.inputs.closes, String(range.count)] as const;
  const dateOf = (end: { readonly at: number } | null): string =>
    end === null ? "" : dayText(dates[end.at]!);
  const { inputs } = stories;
  const all: readonly Omit<FigureProps, "tabIndex">[] = [
    { id: "now", label: texts.now, story: { formula: stories.now }, children: ivText(now) },
    {
      ...{ id: "change", label: texts.change, children: pointsText(now - before) },
      story: {
        formula: stories.change,
        inputs: [
          [inputs.now, ivText(now)],
          [inputs.before, ivText(before)],
        ],
      },
    },
    {
      ...{ id: "percentile", label: texts.percentile, children: formatFixed(percentile, 0) },
      note: closesSaid,
      story: { formula: stories.percentile, closes },
    },
    {
      ...{ id: "rank", label: texts.rank, children: formatFixed(rank, 0) },
      note: closesSaid,
      story: { formula: stories.rank, closes },
    },
    {
      ...{ id: "high", label: texts.high, note: dateOf(range.high), children: ivText(range.high?.iv) },
      story: { formula: stories.high, inputs: [inRange] },
    },
    {
      ...{ id: "low", label: texts.low, note: dateOf(range.low), children: ivText(range.low?.iv) },
      story: { formula: stories.low, inputs: [inRange] },
    },
    {
      ...{ id: "mean", label: texts.mean, children: ivText(range.mean) },
      story: { formula: stories.mean, inputs: [inRange] },
    },
    { id: "hv", label: texts.hv, story: { formula: stories.hv }, children: ivText(hv20) },
    {
      ...{ id: "spread", label: texts.spread, children: pointsText(now - hv20) },
      story: {
        formula: stories.spread,
        inputs: [
          [inputs.now, ivText(now)],
          [inputs.hv, ivText(hv20)],
        ],
      },
    },
  ];
  return (
    <dl
      className={css.figures}
      data-stale={isStale ? "" : undefined}
      data-testid="iv-figures"
      onKeyDown={(event: KeyboardEvent<HTMLElement>) => moveFocus(event)}
    >
      {all.map((figure, i) => (
        <Figure key={figure.id} {...figure} tabIndex={i === 0 ? 0 : -1} />
      ))}
    </dl>
  );
}
