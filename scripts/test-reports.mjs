/** What took longest of a run of tests: from the reports that vitest and Playwright write as JSON. */

/** Unit tests of a report, each with the seconds that it took. */
export function unitTimes({ testResults }) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({ file: name, title: fullName, ms: duration ?? 0 })),
  );
}

/** Browser journeys of a report, all tries of one together. */
export function browserTimes({ suites }) {
  const times = [];
  const visit = ({ file, specs = [], suites: inner = [] }) => {
    for (const { title, tests } of specs) {
      const ms = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0);
      times.push({ file, title, ms });
    }
    for (const suite of inner) visit(suite);
  };
  for (const suite of suites) visit(suite);
  return times;
}

/** The slowest tests as lines, slowest first. */
export function slowest(times, most = 10) {
  return [...times]
    .sort((a, b) => b.ms - a.ms)
    .slice(0, most)
    .map(
      ({ file, title, ms }) =>
        `${(ms / 1_000).toFixed(1).padStart(6)} s  ${file.replace(/^.*\/tests\//, "")}: ${title}`,
    );
}
