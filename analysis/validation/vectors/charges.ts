import { ANONYMOUS } from "#domain/access/brokers.ts";
import type { ChargesRequest, LegChargesBody } from "#protocol/http/charges.ts";
import { chargesAnswer } from "../../charges-answer.ts";
import { numberOr, vectorCheck } from "../vector-check.ts";

interface ChargesOutput {
  readonly trades: readonly LegChargesBody[];
}

const CHARGES = [
  "brokerage",
  "transaction_tax",
  "exchange_charge",
  "sebi_charge",
  "stamp_duty",
  "gst",
  "total",
] as const;

export const checkCharges = vectorCheck<ChargesRequest, ChargesOutput>((figures, { input, output }) => {
  const { trades } = chargesAnswer(input, { broker: ANONYMOUS, date: "2026-01-01" }).payload;
  figures.number("number of trades", trades.length, output.trades.length);
  output.trades.forEach((wanted, i) => {
    const got = trades[i]!;
    for (const part of ["entry", "exit", "total"] as const) {
      for (const name of CHARGES) {
        figures.number(`trade ${i + 1}: ${name} of ${part}`, got[part][name], wanted[part][name]);
      }
    }
    for (const name of ["gross_pnl", "net_pnl"] as const) {
      figures.number(`trade ${i + 1}: ${name}`, numberOr(got[name]), wanted[name]);
    }
  });
});
