import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { countText, numberText, Rich, rich } from "#src/shared/texts/texts.tsx";

test("numbers are grouped as in India", () => {
  expect(numberText(1_234_567.5)).toBe("12,34,567.5");
});

test.each([
  [0, "0 days"],
  [1, "1 day"],
  [1_00_000, "1,00,000 days"],
])("%d takes the form that the language has for it", (count, text) => {
  expect(countText(count, { one: "day", other: "days" })).toBe(text);
});

test("a form that a language lacks is the general one", () => {
  expect(countText(1, { other: "lots" })).toBe("1 lots");
});

test("a rich text has its parts where it wants them, once or often", () => {
  const text = rich("{plan} ends, {when}: renew {plan}.");
  const shown = renderToStaticMarkup(<Rich of={text} parts={{ plan: <b>Pro</b>, when: "soon" }} />);
  expect(shown).toBe("<b>Pro</b> ends, soon: renew <b>Pro</b>.");
});
