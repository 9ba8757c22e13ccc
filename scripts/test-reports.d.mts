/** How long one test took. */
export interface TestTime {
  readonly file: string;
  readonly title: string;
  readonly ms: number;
}

export function unitTimes(report: {
  testResults: { name: string; assertionResults: { fullName: string; duration: number | null }[] }[];
}): TestTime[];

interface Suite {
  file: string;
  specs?: { title: string; tests: { results: { duration: number }[] }[] }[];
  suites?: Suite[];
}

export function browserTimes(report: { suites: Suite[] }): TestTime[];

export function slowest(times: readonly TestTime[], most?: number): string[];
