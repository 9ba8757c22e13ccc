import { Value } from "typebox/value";
import { describe, expect, test } from "vitest";
import { chargesAnswer } from "#analysis/charges-answer.ts";
import { numberOr } from "#analysis/validation/vector-check.ts";
import { ANONYMOUS } from "#domain/access/brokers.ts";
import { ChargesRequest, type ChargesResponse, type LegChargesBody } from "#protocol/http/charges.ts";
import { startApi } from "../support/http/api-server.ts";
import { expectFigure, vectorFile } from "./vector-file.ts";

interface ChargesOutput {
  readonly trades: readonly LegChargesBody[];
}
const { cases, tolerance } = vectorFile<ChargesRequest, ChargesOutput>("charges.json");

function expectCharges({ payload }: ChargesResponse, output: ChargesOutput): void {
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
      expectFigure(numberOr(got[name]), wanted[name], tolerance, `trade ${i}: ${name}`);
    }
  });
}

describe("charges.json", () => {
  test.each(cases)("$id", ({ input, output }) => {
    expect(Value.Check(ChargesRequest, input)).toBe(true);
    expectCharges(chargesAnswer(input, { broker: ANONYMOUS, date: "2026-01-01" }), output);
  });

  test("every case is a body that the server answers as it says, to anybody", async () => {
    const api = await startApi();
    try {
      for (const { input, output } of cases) {
        const answer = await api.call("/v1/compute/charges", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(input),
        });
        expect(answer.status).toBe(200);
        expectCharges(answer.json() as ChargesResponse, output);
      }
    } finally {
      await api.stop();
    }
  });
});
