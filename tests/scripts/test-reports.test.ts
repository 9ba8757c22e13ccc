import { expect, it } from "vitest";
import { browserTimes, slowest, unitTimes } from "../../scripts/slowest.mjs";

it("the slowest tests of both reports are named with their files, slowest first, all tries of a journey together", () => {
  const unit = unitTimes({
    testResults: [
      {
        name: "/a/place/tests/domain/black.test.ts",
        assertionResults: [
          { fullName: "a call is worth its forward at strike 0", duration: 12.4 },
          { fullName: "a skipped one", duration: null },
        ],
      },
    ],
  });
  const browser = browserTimes({
    suites: [
      {
        file: "chain.test.ts",
        specs: [{ title: "a first visit", tests: [{ results: [{ duration: 4_000 }, { duration: 3_060 }] }] }],
        suites: [
          { file: "chain.test.ts", specs: [{ title: "inside", tests: [{ results: [{ duration: 90 }] }] }] },
        ],
      },
    ],
  });
  expect(slowest([...unit, ...browser], 3)).toEqual([
    "   7.1 s  chain.test.ts: a first visit",
    "   0.1 s  chain.test.ts: inside",
    "   0.0 s  domain/black.test.ts: a call is worth its forward at strike 0",
  ]);
});
