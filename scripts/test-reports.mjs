/** What a run of tests tells at its end: from the reports that vitest and Playwright write as JSON. */

/**
 * Unit tests of a report: the seconds that each took, and how it ended: "passed", "failed", "skipped", or "flaky" where it
 * passed at a second try.
 */
export function unitOutcomes({ testResults }) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration, status, failureMessages = [] }) => {
      const outcome = status === "passed" && failureMessages.length > 0 ? "flaky" : status;
      return { file: name, title: fullName, ms: duration ?? 0, outcome, errors: failureMessages.map(plain) };
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
      outcomes.push({
        file,
        title,
        ms: tries.reduce((sum, { duration }) => sum + duration, 0),
        outcome: OUTCOMES[tests[0]?.status],
        errors: tries.flatMap(({ error }) =>
          error ? [plain(`${error.message}\n${error.snippet ?? ""}`)] : [],
        ),
      });
    }
    for (const suite of inner) visit(suite);
  };
  for (const suite of suites) visit(suite);
  return outcomes;
}

/** Terminal colours are no part of what an error says. */
function plain(text) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape is what a colour begins with
  return text.replace(/\u001b\[[\d;]*m/g, "");
}

const named = ({ file, title }) => `${file.replace(/^.*\/tests\//, "")}: ${title}`;

/** The slowest tests as lines, slowest first. */
export function slowest(outcomes, most = 10) {
  return [...outcomes]
    .sort((a, b) => b.ms - a.ms)
    .slice(0, most)
    .map((each) => `${(each.ms / 1_000).toFixed(1).padStart(6)} s  ${named(each)}`);
}

/** Lines of an error that are worth a place at the end of a log: what was expected, what was there, and where. */
const MOST_LINES = 24;

/** The tests that ended so: the name of each, and what was wrong at each of its tries, in so many lines of it at most. */
export function endedAs(outcome, outcomes, most = MOST_LINES) {
  const shortened = (text) =>
    text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .slice(0, most)
      .map((line) => `    ${line}`);
  return outcomes
    .filter((each) => each.outcome === outcome)
    .map((each) => [`  ${named(each)}`, ...each.errors.flatMap(shortened)].join("\n"));
}
