import { Value } from "typebox/value";
import { describe, expect, test } from "vitest";
import { ANONYMOUS } from "#domain/access/brokers.ts";
import { ChargesRequest, type LegChargesBody } from "#protocol/http/charges.ts";
import { chargesAnswer } from "#protocol/http/charges-answer.ts";
import { expectFigure, vectorFile } from "./vector-file.ts";

interface ChargesOutput {
  readonly trades: readonly LegChargesBody[];
}
const { cases, tolerance } = vectorFile<ChargesRequest, ChargesOutput>("charges.json");

describe("charges.json", () => {
  test.each(cases)("$id", ({ input, output }) => {
    // The very body that POST /v1/compute/charges takes.
    expect(Value.Check(ChargesRequest, input)).toBe(true);
    const { payload } = chargesAnswer(input, { broker: ANONYMOUS, date: "2026-01-01" });
    expect(payload.trades.length).toBe(output.trades.length);
    output.trades.forEach((wanted, i) => {
      const got = payload.trades[i]!;
      for (const part of ["entry", "exit", "total"] as const) {
        for (const [name, value] of Object.entries(wanted[part])) {
          const figure = got[part][name as keyof typeof wanted.total];
          expectFigure(figure, value, tolerance, `trade ${i}: ${name} of ${part}`);
        }
      }
      for (const name of ["gross_pnl", "net_pnl"] as const) {
        expectFigure(got[name] ?? Number.NaN, wanted[name], tolerance, `trade ${i}: ${name}`);
      }
    });
  });
});
