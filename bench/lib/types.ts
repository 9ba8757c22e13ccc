/** What a bench says and what it finds. */

export interface Measured {
  readonly name: string;
  /** In the table's unit; units a second unless the table says otherwise. */
  readonly median: number;
  readonly low: number;
  readonly high: number;
  /** What 95 % of the rounds reach, or stay below where lower is better. */
  readonly p95?: number;
  readonly rounds: readonly number[];
}

/** A demand on a figure, and what is known about it. Kept as data beside the bench. */
/** A steady figure is worse whichever way it moves. */
export type Better = "higher" | "lower" | "steady";

export interface Goal {
  readonly atLeast?: number;
  readonly atMost?: number;
  /** "ms", "MB", "fps": an absolute figure, of which the baseline holds some (lib/held.ts). Without it: a ratio. */
  readonly unit?: string;
  /** Why it is missed where it is, by measurement. */
  readonly explain?: string;
  /** How much worse than the baseline it may be, 0.25 being a quarter; 0.3 at most. */
  readonly tolerance?: number;
  /** Which way is better, where neither goal nor unit tells: a peer's time by ours is better high. */
  readonly better?: Better;
}

export type Goals = Readonly<Record<string, Goal>>;

export interface Ratio extends Goal {
  readonly what: string;
  readonly value: number;
  /** Why nothing may be concluded from it: it is neither met nor missed, and the baseline keeps what it had. */
  readonly voidBecause?: string;
  /** Of a time in ms on the slow laptop: how long the calibration's loop took there. The baseline holds multiples of it. */
  readonly loopMs?: number;
  /** It stands in docs/performance.md although nothing is promised of it. */
  readonly isPublished?: true;
  /** A peer's own figure is not ours to hold. */
  readonly isHeld?: false;
}

/** A picture for the report; `null` is a gap. */
export interface Plot {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly x: readonly number[];
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
  readonly logX?: boolean;
  readonly logY?: boolean;
}

export interface Table {
  readonly title: string;
  /** Name in the baseline, where the title holds something that changes. */
  readonly key?: string;
  readonly unit: string;
  readonly better?: "higher" | "lower";
  readonly rows: readonly Measured[];
  readonly ratios: readonly Ratio[];
  readonly plots?: readonly Plot[];
}

export interface Findings {
  readonly tables: readonly Table[];
  readonly notes: readonly string[];
}

export interface Context {
  /** short rounds: to see that it works, not to quote */
  readonly quick: boolean;
  /** Shown while it runs: "200 B, round 3 of 15". */
  progress(text: string): void;
}

/** What a `<name>.bench.ts` exports as `bench`. */
export interface Bench {
  readonly name: string;
  readonly question: string;
  /**
   * A few sentences for a reader who has never seen the project: what is measured, how, and why it matters.
   */
  readonly about?: string;
  /** What stands behind the names of the rows. */
  readonly compared?: Readonly<Record<string, string>>;
  run(context: Context): Promise<Findings>;
}

/** One bench's results as written to `bench/results/<name>.json`. */
export interface Report extends Findings {
  readonly bench: string;
  readonly question: string;
  readonly about?: string;
  readonly compared?: Readonly<Record<string, string>>;
  readonly quick: boolean;
  /** ISO time */
  readonly at: string;
  readonly seconds: number;
  /** share of the machine that other programs took before the bench began, 0 to 1 */
  readonly busy: number;
  readonly machine: Readonly<Record<string, string | number>>;
  readonly versions: Readonly<Record<string, string>>;
}
