import type { Figure } from "./chart-columns.ts";

/** A bar of a premium as its minutes make it. */
export interface MinuteBar {
  /** units traded in the minutes whose premium is known */
  readonly volume: Figure;
  /** Σ premium × units of those minutes, rupees */
  readonly worth: Figure;
  /** highest and lowest premium at the end of a minute, of the one that is on as it stands; rupees */
  readonly high: Figure;
  readonly low: Figure;
}

/** A moment of a line. */
interface Moment {
  /** starts of its bar and of its minute, epoch ms */
  readonly bar: number;
  readonly minute: number;
  /** rupees, NaN unknown */
  readonly premium: number;
  /**
   * Units traded in the minute so far, null unknown.
   * @param isSeeded the minute is one of which an answer has told a part: only what is traded from then on counts
   */
  volumeOf(isSeeded: boolean): Figure;
}

/** Bars that are made of minutes while they stream, so that they are what would be answered. */
export interface MinuteFold {
  /** @param line its place @param answered the same bar as it was answered, null where it was not */
  take(line: number, moment: Moment, answered: MinuteBar | null): MinuteBar;
  /** What comes next does not follow on what was. */
  forget(): void;
}

interface Sum {
  readonly volume: number;
  readonly worth: number;
  readonly high: number;
  readonly low: number;
}

interface State {
  readonly bar: number;
  readonly minute: number;
  /** of the minutes before the one that is on, and of what an answer told of that one */
  readonly done: Sum;
  /** with the minute that is on */
  readonly all: Sum;
  /** the minute that an answer told a part of; NaN none */
  readonly seededIn: number;
}

const NOTHING: Sum = { volume: 0, worth: 0, high: Number.NaN, low: Number.NaN };
const UNKNOWN: Sum = { ...NOTHING, volume: Number.NaN, worth: Number.NaN };

/** Of two of which one may be unknown. */
const either = (of: (a: number, b: number) => number, a: number, b: number): number =>
  Number.isNaN(a) ? b : Number.isNaN(b) ? a : of(a, b);

function withMinute(sum: Sum, premium: number, units: number): Sum {
  if (Number.isNaN(premium)) return sum;
  return {
    volume: sum.volume + units,
    worth: sum.worth + premium * units,
    high: either(Math.max, sum.high, premium),
    low: either(Math.min, sum.low, premium),
  };
}

const figure = (value: number): Figure => (Number.isNaN(value) ? null : value);
const number = (value: Figure): number => value ?? Number.NaN;
const sumOf = ({ volume, worth, high, low }: MinuteBar): Sum => ({
  volume: number(volume),
  worth: number(worth),
  high: number(high),
  low: number(low),
});

export function createMinuteFold(): MinuteFold {
  const states = new Map<number, State>();

  function stateOf(line: number, bar: number, minute: number, answered: MinuteBar | null): State {
    const before = states.get(line);
    const isUnknown =
      before !== undefined && Number.isNaN(before.all.volume) && Number.isNaN(before.seededIn);
    if (before?.bar === bar && !(isUnknown && answered !== null)) {
      return before.minute === minute ? before : { ...before, minute, done: before.all };
    }
    // A bar that follows on one that was heard is heard whole, whatever was answered of it.
    const isFollowing = before !== undefined && before.bar !== bar && minute === bar;
    if (answered === null || isFollowing) {
      const done = minute === bar ? NOTHING : UNKNOWN;
      return { bar, minute, done, all: done, seededIn: Number.NaN };
    }
    const done = sumOf(answered);
    return { bar, minute, done, all: done, seededIn: minute };
  }

  return {
    take(line, { bar, minute, premium, volumeOf }, answered) {
      const state = stateOf(line, bar, minute, answered);
      const units = number(volumeOf(state.seededIn === minute));
      const all = withMinute(state.done, premium, units);
      states.set(line, { ...state, all });
      return {
        volume: figure(all.volume),
        worth: figure(all.worth),
        high: figure(all.high),
        low: figure(all.low),
      };
    },
    forget: () => states.clear(),
  };
}
