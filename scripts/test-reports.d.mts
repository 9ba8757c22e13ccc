export interface TestOutcome {
  readonly file: string;
  readonly title: string;
  readonly ms: number;
  /** "flaky": passed at a second try. */
  readonly outcome: string;
  /** What was wrong at each of its tries that went wrong. */
  readonly errors: readonly string[];
}
export function unitOutcomes(report: object): TestOutcome[];
export function browserOutcomes(report: object): TestOutcome[];
export function slowest(outcomes: readonly TestOutcome[], most?: number): string[];
export function endedAs(
  outcome: "flaky" | "failed",
  outcomes: readonly TestOutcome[],
  most?: number,
): string[];
