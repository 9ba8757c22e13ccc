/** What a run of tests tells at its end: from the reports that vitest and Playwright write as JSON. */

/**
 * Unit tests of a report: the seconds that each took, and how it ended: "passed", "failed", "skipped", or "flaky" where it
 * passed at a second try.
 */
export function unitOutcomes({ testResults }) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration, status, failureMessages = [] }) => {
      const [error = ""] = failureMessages;
      const outcome = status === "passed" && error !== "" ? "flaky" : status;
      return { file: name, title: fullName, ms: duration ?? 0, outcome, error: firstLine(error) };
    }),
  );
}

/** In the words of unit tests. */
const OUTCOMES = { expected: "passed", unexpected: "failed", flaky: "flaky", skipped: "skipped" };

/** Browser journeys of a report, all tries of one together. */
export function browserOutcomes({ suites }) {
  const outcomes = [];
  const visit = ({ file, specs = [], suites: inner = [] }) => {
    for (const { title, tests } of specs) {
      const tries = tests.flatMap(({ results }) => results);
      const error = tries.find((result) => result.error)?.error?.message ?? "";
      outcomes.push({
        file,
        title,
        ms: tries.reduce((sum, { duration }) => sum + duration, 0),
        outcome: OUTCOMES[tests[0]?.status],
        error: firstLine(error),
      });
    }
    for (const suite of inner) visit(suite);
  };
  for (const suite of suites) visit(suite);
  return outcomes;
}

/** Terminal colours are no part of what an error says. */
function firstLine(text) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape is what a colour begins with
  return text.replace(/\u001b\[[\d;]*m/g, "").split("\n")[0];
}

const named = ({ file, title }) => `${file.replace(/^.*\/tests\//, "")}: ${title}`;

/** The slowest tests as lines, slowest first. */
export function slowest(outcomes, most = 10) {
  return [...outcomes]
    .sort((a, b) => b.ms - a.ms)
    .slice(0, most)
    .map((each) => `${(each.ms / 1_000).toFixed(1).padStart(6)} s  ${named(each)}`);
}

/** The tests that ended so, each as two lines: its name, and what was wrong at its first try. */
export function endedAs(outcome, outcomes) {
  return outcomes
    .filter((each) => each.outcome === outcome)
    .map((each) => `  ${named(each)}\n    ${each.error}`);
}
