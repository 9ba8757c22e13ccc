import type { ReactNode } from "react";
import { formatFixed, UNKNOWN } from "#domain/format/number.ts";
import { ChartShell, type ReadoutField } from "./ChartShell.tsx";
import { SideSwatch } from "./Swatches.tsx";
import { createStrikePlot } from "./strikes/strike-plot.ts";
import { TEXTS } from "./texts.ts";
import type { StrikeBarsProps } from "./types.ts";
import { usePlot } from "./use-plot.ts";

/** The strike that is read without a cursor: the one at the money, else the middle one. */
function restingPlace({ strikes, atmStrike }: StrikeBarsProps): number {
  const atm = atmStrike === null ? -1 : strikes.indexOf(atmStrike);
  return atm >= 0 ? atm : Math.floor((strikes.length - 1) / 2);
}

interface SideFigures {
  readonly now: string;
  /** "before 1.2L, change +0.4L"; null where nothing is compared */
  readonly against: string | null;
}

function sideFigures(props: StrikeBarsProps, side: "call" | "put", place: number): SideFigures {
  const { now, before, format } = props;
  const text = (value: number | null): string => (value === null ? UNKNOWN : format(value));
  const is = now[side][place] ?? null;
  if (before === null) return { now: text(is), against: null };
  const was = before[side][place] ?? null;
  const change = is === null || was === null ? null : is - was;
  const sign = change !== null && change > 0 ? "+" : "";
  return {
    now: text(is),
    against: `${TEXTS.before} ${text(was)}, ${TEXTS.change} ${sign}${text(change)}`,
  };
}

/** Calls beside puts, strike by strike. */
export function StrikeBars(props: StrikeBarsProps) {
  const { name, strikes, now, before, measure, atmStrike, isStale, height, view, notice } = props;
  // The name alone is not drawn.
  const { host, cursor, frame } = usePlot(props, createStrikePlot, [
    ...[strikes, now, before, measure, props.layout, props.spot, props.forward, atmStrike],
    ...[props.maxPain, props.maxPainBefore, props.axis, props.format, height, view],
  ]);
  const at = cursor.at < 0 || cursor.at >= strikes.length ? restingPlace(props) : cursor.at;
  const strike = strikes[at];
  const strikeText = strike === undefined ? UNKNOWN : props.formatStrike(strike);
  const atm = strike !== undefined && strike === atmStrike ? TEXTS.atm : null;
  const [call, put] = [sideFigures(props, "call", at), sideFigures(props, "put", at)];
  const names = measure === "change" ? [TEXTS.callChange, TEXTS.putChange] : [TEXTS.call, TEXTS.put];
  const [callOi, putOi] = [now.call[at] ?? null, now.put[at] ?? null];
  const pcr = callOi !== null && putOi !== null && callOi > 0 ? putOi / callOi : null;
  const fields: ReadoutField[] = [
    { key: "strike", label: TEXTS.strike, value: withNote(strikeText, atm), isWide: true },
    {
      key: "call",
      label: labelled("call", names[0]!),
      value: withNote(call.now, call.against),
      isWide: before !== null,
    },
    {
      key: "put",
      label: labelled("put", names[1]!),
      value: withNote(put.now, put.against),
      isWide: before !== null,
    },
    ...(measure === "oi" ? [{ key: "pcr", label: TEXTS.pcr, value: formatFixed(pcr, 2) }] : []),
  ];
  const spoken = [
    [strikeText, atm],
    [`${names[0]} ${call.now}`, call.against],
    [`${names[1]} ${put.now}`, put.against],
  ]
    .flat()
    .filter((words) => words !== null);
  return (
    <ChartShell
      kind="strikes"
      name={`${name}. ${TEXTS.keys.strikes}`}
      host={host}
      height={height}
      fields={fields}
      said={cursor.isByKey ? spoken.join(", ") : ""}
      isStale={isStale}
      isZoomed={view !== null}
      onShowAll={() => props.onView(null)}
      notice={notice}
      files={() => import("./files/strike-files.ts").then(({ strikeFiles }) => strikeFiles(props, frame))}
    />
  );
}

const withNote = (text: string, note: string | null): ReactNode => (
  <>
    {text}
    {note === null ? null : <small> {note}</small>}
  </>
);

const labelled = (side: "call" | "put", name: string): ReactNode => (
  <>
    <SideSwatch side={side} />
    {name}
  </>
);
