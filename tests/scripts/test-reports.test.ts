import { describe, expect, it } from "vitest";
import { browserOutcomes, endedAs, slowest, unitOutcomes } from "../../scripts/test-reports.mjs";

const unit = unitOutcomes({
  testResults: [
    {
      name: "/a/place/tests/domain/black.test.ts",
      assertionResults: [
        {
          fullName: "a call is worth its forward at strike 0",
          ...{ duration: 12.4, status: "passed", failureMessages: [] },
        },
        { fullName: "a skipped one", duration: null, status: "pending", failureMessages: [] },
        {
          fullName: "a put is worth nothing at strike 0",
          ...{
            duration: 30,
            status: "passed",
            failureMessages: ["AssertionError: 1 is not 0\n    at a place"],
          },
        },
        {
          fullName: "a wrong one",
          ...{ duration: 2, status: "failed", failureMessages: ["Error: no\nat b", "Error: still\nat b"] },
        },
      ],
    },
  ],
});
const tried = (status: string, ...results: object[]) => [{ status, results }];
const colour = (text: string): string => `\u001b[31m${text}\u001b[39m`;
const browser = browserOutcomes({
  suites: [
    {
      file: "chain.test.ts",
      specs: [
        {
          title: "a first visit",
          tests: tried(
            "flaky",
            {
              duration: 4_000,
              error: { message: `${colour("Error: not live")}\n\nCall log`, snippet: "  > 9 | await live" },
            },
            { duration: 3_060 },
          ),
        },
      ],
      suites: [
        {
          file: "chain.test.ts",
          specs: [{ title: "inside", tests: tried("expected", { duration: 90 }) }],
        },
      ],
    },
  ],
});

describe("the end of a run of tests", () => {
  it("names the slowest of both reports with their files, slowest first, all tries of a journey together", () => {
    expect(slowest([...unit, ...browser], 3)).toEqual([
      "   7.1 s  chain.test.ts: a first visit",
      "   0.1 s  chain.test.ts: inside",
      "   0.0 s  domain/black.test.ts: a put is worth nothing at strike 0",
    ]);
  });

  it("names what needed a second try, and what failed, each with what was wrong at each try, in few lines", () => {
    expect(endedAs("flaky", [...unit, ...browser], 1)).toEqual([
      "  domain/black.test.ts: a put is worth nothing at strike 0\n    AssertionError: 1 is not 0",
      "  chain.test.ts: a first visit\n    Error: not live",
    ]);
    expect(endedAs("failed", [...unit, ...browser])).toEqual([
      "  domain/black.test.ts: a wrong one\n    Error: no\n    at b\n    Error: still\n    at b",
    ]);
    expect(endedAs("flaky", browser)).toEqual([
      "  chain.test.ts: a first visit\n    Error: not live\n    Call log\n      > 9 | await live",
    ]);
  });
});
