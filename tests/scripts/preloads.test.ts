import { expect, it } from "vitest";
import { preloadsOf } from "../../scripts/preloads.ts";

const PIECES = ["assets/frame-abcdefgh.js", "assets/handed-abcdefgh.js", "assets/session-abcdefgh.js"];

it.each([
  ["a page", "assets/BuilderPage-abcdefgh.js", "assets/page-contents-abcdefgh.js"],
  ["the frame of pages", "assets/PageFrame-abcdefgh.js", "assets/frame-abcdefgh.js"],
  ["a part that a page starts with", "assets/ByStrike-abcdefgh.js", "assets/OpenInterestPage-abcdefgh.js"],
])("%s is asked for together with what it cannot start without and is not there yet", (_, file, hostId) => {
  expect(preloadsOf(file, PIECES, { hostId, hostType: "js" })).toEqual(["assets/handed-abcdefgh.js"]);
});

it("what comes after the first picture, or by a press, names no other pieces in the code that the picture waits for", () => {
  const hostId = "assets/frame-abcdefgh.js";
  expect(preloadsOf("assets/Sparkline-abcdefgh.js", PIECES, { hostId, hostType: "js" })).toEqual([]);
});

it("the document asks for all that it names", () => {
  expect(preloadsOf("index.html", PIECES, { hostId: "index.html", hostType: "html" })).toEqual(PIECES);
});
