import { formatExpiry } from "#domain/format/date.ts";
import { formatFixed, formatSigned } from "#domain/format/number.ts";
import type { ChartLine } from "../../../components/chart/types.ts";
import { type Column, lessEach, sumOf } from "../../../shared/time-charts/lines.ts";
import { changeText, oiText } from "../../../shared/time-charts/oi-text.ts";
import { type Kind, NEEDS } from "../kinds.ts";
import { TEXTS } from "../texts.ts";
import type { LiveTold } from "./live-told.ts";
import { changedInSessions, tradedInBars } from "./of-sessions.ts";
import { strikeText } from "./strikes.ts";

/** A line of one of the charts, before it has its pane. */
export interface KindLine extends Omit<ChartLine, "pane"> {
  /** The session before may lie under it: that of any contract, or of the same one alone, where another's figures compare with nothing. */
  readonly ghost?: "any" | "same-contract";
}

interface Given {
  readonly told: LiveTold;
  /** NIFTY */
  readonly symbol: string;
  priceText(price: number): string;
}

const { lines: texts } = TEXTS;

const CALL = { axis: "left", colour: "oi-call-ink", ghost: "same-contract" } as const;
const PUT = { axis: "left", colour: "oi-put-ink", dash: [6, 3], ghost: "same-contract" } as const;
const MAIN = { axis: "left", colour: "accent", ghost: "any" } as const;
const SECOND = { axis: "right", colour: "ink-2", dash: [6, 3] } as const;

/** Of as many strikes as have a line: no two share both colour and dash. */
const STRIKE_LOOKS: readonly Pick<KindLine, "colour" | "dash">[] = [
  { colour: "buy", dash: [6, 3] },
  { colour: "sell", dash: [6, 3] },
  { colour: "ink-2", dash: [8, 2, 2, 2] },
  { colour: "buy", dash: [2, 3] },
  { colour: "sell", dash: [2, 3] },
  { colour: "ink-2", dash: [3, 3] },
];

const hundredfold = (column: Column): Column => column.map((value) => (value === null ? null : value * 100));
const ivText = (value: number): string => `${formatFixed(value, 2)}%`;

/** Underlying's price, on the right of the first chart that has room for it. */
const spotLine = ({ told, symbol, priceText }: Given): KindLine => ({
  id: "spot",
  name: symbol,
  axis: "right",
  colour: "ink-3",
  dash: [2, 3],
  width: 1.25,
  values: told.underlying.spot,
  format: priceText,
});

function futuresLines(kind: "futures-oi" | "futures-price", { told, symbol, priceText }: Given): KindLine[] {
  const { futures, times, underlying } = told;
  const near = futures[0];
  const name = texts.future(near === undefined ? "" : formatExpiry(near.expiry));
  const price = near?.price ?? times.map(() => null);
  if (kind === "futures-price") {
    return [
      { ...MAIN, id: "future", name, values: price, format: priceText },
      { ...spotLine({ told, symbol, priceText }), axis: "left" },
      {
        ...SECOND,
        id: "basis",
        name: texts.basis,
        values: lessEach(price, underlying.spot),
        format: (value) => formatSigned(value, 2),
      },
    ];
  }
  const all = sumOf(
    futures.map(({ oi }) => oi),
    times.length,
  );
  return [
    { ...MAIN, id: "futures-oi", name: texts.futuresOi(futures.length), values: all, format: oiText },
    { ...SECOND, id: "futures-price", name, values: price, format: priceText },
  ];
}

const BUILDERS: Readonly<Record<Kind, (given: Given) => KindLine[]>> = {
  straddle: ({ told, priceText }) => [
    {
      ...MAIN,
      ghost: "same-contract",
      id: "straddle",
      name: texts.straddle,
      values: told.expiry("straddle"),
      format: priceText,
    },
  ],
  pcr: ({ told }) => [
    {
      ...MAIN,
      id: "pcr",
      name: texts.pcr,
      values: told.expiry("pcr"),
      format: (value) => formatFixed(value, 3),
    },
  ],
  oi: ({ told }) => [
    { ...CALL, id: "call-oi", name: texts.callOi, values: told.expiry("call_oi"), format: oiText },
    { ...PUT, id: "put-oi", name: texts.putOi, values: told.expiry("put_oi"), format: oiText },
  ],
  "oi-change": ({ told: { expiry, sessionOf, callOiBefore, putOiBefore } }) => [
    {
      ...CALL,
      id: "call-change",
      name: texts.callChange,
      values: changedInSessions(expiry("call_oi"), callOiBefore, sessionOf),
      format: changeText,
    },
    {
      ...PUT,
      id: "put-change",
      name: texts.putChange,
      values: changedInSessions(expiry("put_oi"), putOiBefore, sessionOf),
      format: changeText,
    },
  ],
  "atm-iv": ({ told }) => [
    { ...MAIN, id: "atm-iv", name: texts.atmIv, values: hundredfold(told.expiry("atm_iv")), format: ivText },
    ...told.strikeIvs.map(
      ({ strike, iv }, i): KindLine => ({
        ...STRIKE_LOOKS[i % STRIKE_LOOKS.length]!,
        id: `iv ${strike}`,
        name: texts.strikeIv(strikeText(strike)),
        axis: "left",
        width: 1.25,
        values: hundredfold(iv),
        format: ivText,
      }),
    ),
  ],
  ivp: ({ told }) => [
    {
      ...MAIN,
      id: "ivp",
      name: texts.ivp,
      values: told.underlying.ivp,
      format: (value) => formatFixed(value, 0),
    },
    { ...SECOND, id: "iv30", name: texts.iv30, values: hundredfold(told.underlying.iv30), format: ivText },
  ],
  "max-pain": ({ told, symbol, priceText }) => [
    { ...MAIN, id: "max-pain", name: texts.maxPain, values: told.expiry("max_pain"), format: priceText },
    {
      id: "forward",
      name: texts.forward,
      axis: "left",
      colour: "ink-2",
      dash: [6, 3],
      values: told.expiry("forward"),
      format: priceText,
    },
    { ...spotLine({ told, symbol, priceText }), axis: "left" },
  ],
  "futures-oi": (given) => futuresLines("futures-oi", given),
  "futures-price": (given) => futuresLines("futures-price", given),
  volume: ({ told: { expiry, sessionOf } }) => [
    {
      ...CALL,
      id: "call-volume",
      name: texts.callVolume,
      values: tradedInBars(expiry("call_volume"), sessionOf),
      format: oiText,
    },
    {
      ...PUT,
      id: "put-volume",
      name: texts.putVolume,
      values: tradedInBars(expiry("put_volume"), sessionOf),
      format: oiText,
    },
  ],
};

/** Which of some charts has the underlying's price beside it; -1 none, where all have prices of their own. */
export const spotPane = (kinds: readonly Kind[]): number =>
  kinds.findIndex((kind) => NEEDS[kind].hasPrice !== true);

/** Lines of several charts, each in its pane. */
export function linesOf(kinds: readonly Kind[], given: Given): (KindLine & Pick<ChartLine, "pane">)[] {
  const withSpot = spotPane(kinds);
  return kinds.flatMap((kind, pane) => {
    const own = BUILDERS[kind](given);
    const all = pane === withSpot ? [...own, spotLine(given)] : own;
    return all.map((line) => ({ ...line, id: `${kind} ${line.id}`, pane }));
  });
}
