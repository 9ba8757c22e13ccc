/** What the panel says of a suggestion, in the words a trader reads. */
import { expect, test } from "vitest";
import { adjustFigures } from "#domain/strategy/adjust/figures.ts";
import { suggestions } from "#domain/strategy/adjust/suggest.ts";
import { changeText, deedText, figureText, reasonTexts } from "#src/strategy/more/adjust/written.ts";
import { adjustWorld, condor } from "#tests/domain/strategy/adjust/adjust-fixture.ts";

const world = adjustWorld("NIFTY");
const legs = condor(world);
const before = adjustFigures(legs, world);

test("every suggestion says what it does and why, with the figures of before and after", () => {
  for (const goal of ["delta", "margin"] as const) {
    const found = suggestions(legs, before, goal, world);
    if (found.kind !== "found") throw new Error(found.kind);
    for (const each of found.all) {
      const deed = deedText(each, legs.find(({ id }) => id === each.legId) ?? null);
      expect(deed).toMatch(/^(Moves|Closes|Buys|Sells) /);
      expect(deed).not.toMatch(/undefined|NaN|null/);
      const reason = reasonTexts(each, before).join(" · ");
      expect(reason).toMatch(
        /^delta −?[\d,.]+ → −?[\d,.]+ · margin (unchanged|[+−]₹[\d,]+) · .*₹[\d,]+ lost to spread and charges$/,
      );
    }
  }
});

test("half of a leg, a whole one, a new strike and a wing read as what they are", () => {
  const [call] = legs;
  const found = suggestions(legs, before, "delta", world);
  const all = found.kind === "found" ? found.all : [];
  const [name] = [deedText(all.find(({ kind }) => kind === "close")!, call!)];
  expect(name).toMatch(/^Closes (1 of 2 lots of )?the sold \d+ \w+ [\d,]+ CE$/);
  expect(deedText(all.find(({ kind }) => kind === "strike")!, call!)).toMatch(
    /^Moves the sold .* CE to [\d,]+$/,
  );
});

test("what is not known or has no end is said, never a NaN", () => {
  expect(figureText("margin", Number.NaN)).toBe("--");
  expect(figureText("maxLoss", Number.NEGATIVE_INFINITY)).toBe("Unlimited");
  expect(changeText("maxLoss", Number.NEGATIVE_INFINITY, -4_000)).toBe("--");
  expect(changeText("delta", 1, Number.NaN)).toBe("--");
  expect(changeText("margin", 5_000, 900)).toBe("−₹4,100");
  expect(changeText("charges", 5_000, 5_900)).toBe("+₹900");
  expect(changeText("pop", 0.5, 0.62)).toBe("+12.0%");
  expect(changeText("margin", 5_000, 5_000)).toBe("₹0");
});
