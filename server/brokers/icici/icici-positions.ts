import { type Static, Type } from "typebox";
import { exchangeMultiplier } from "#domain/instruments/specs.ts";
import { readAs } from "../broker-http.ts";
import { readLongDate } from "../long-date.ts";
import type { AdapterOptions } from "../place.ts";
import type { AskPositions, BrokerPosition, ContractTerms, Product } from "../positions/broker-position.ts";
import { createPositionsHttp } from "../positions/positions-http.ts";
import { NumberText, numberOf, priceOrNull } from "../positions/read-figures.ts";
import { positionsRefused, tokenRefused } from "../refusals.ts";
import { nodeTransport } from "../transport.ts";
import { breezeFailure, ICICI_NAME, isAboutSession } from "./breeze-calls.ts";
import { symbolOfBreezeCode } from "./breeze-codes.ts";
import { breezeHeaders } from "./breeze-signing.ts";

const Text = Type.Union([Type.String({ maxLength: 64 }), Type.Null()]);
/** Numbers are written as texts; where there is none the text is empty or absent. */
const Amount = Type.Optional(Type.Union([Type.Number(), NumberText, Type.Literal(""), Type.Null()]));
const Row = Type.Object({
  exchange_code: Type.String({ minLength: 1, maxLength: 16 }),
  stock_code: Type.String({ minLength: 1, maxLength: 32 }),
  product_type: Type.String(),
  expiry_date: Type.Optional(Text),
  right: Type.Optional(Text),
  strike_price: Amount,
  action: Text,
  quantity: Type.Union([Type.Integer(), NumberText]),
  average_price: Amount,
  ltp: Amount,
  pnl: Amount,
});
type Row = Static<typeof Row>;
const Positions = Type.Object({
  Status: Type.Integer(),
  Success: Type.Union([Type.Array(Row), Type.Null()]),
});
const readPositions = readAs(Positions, ICICI_NAME, "the positions");

function amount(value: number | string | null | undefined): number | null {
  if (typeof value === "number") return value;
  return value === null || value === undefined || value === "" ? null : numberOf(value);
}

const TYPES: Readonly<Record<string, ContractTerms["type"]>> = { call: "CE", put: "PE" };

function termsOf({ stock_code, expiry_date, right, strike_price }: Row): ContractTerms {
  const underlying = symbolOfBreezeCode(stock_code);
  const expiry = readLongDate(expiry_date ?? "");
  if (expiry === null) return { underlying, type: "EQ", expiry, strike: 0 };
  const type = TYPES[right?.toLowerCase() ?? ""] ?? "FUT";
  return { underlying, type, expiry, strike: type === "FUT" ? 0 : (amount(strike_price) ?? 0) };
}

/** "CNXBAN 29-Dec-2026 58000 Call": Breeze has no symbol for a contract but its terms. */
function symbolOf({ stock_code, expiry_date, right, strike_price }: Row, { type }: ContractTerms): string {
  if (type === "EQ") return stock_code;
  return [stock_code, expiry_date, ...(type === "FUT" ? ["Future"] : [amount(strike_price), right])].join(
    " ",
  );
}

/** The products that end with the day are called "plus" for derivatives and "margin" for shares. */
function productOf({ product_type }: Row, { type }: ContractTerms): Product {
  if (/plus$|^margin$/i.test(product_type)) return "MIS";
  return type === "EQ" ? "CNC" : "NRML";
}

/** Quantities are unsigned, `action` says which way; a position that was closed has neither. */
function quantityOf({ action, quantity }: Row): number {
  const units = Math.abs(amount(quantity) ?? 0);
  return /^sell$/i.test(action ?? "") ? -units : units;
}

function positionOf(row: Row): BrokerPosition {
  const terms = termsOf(row);
  const quantity = quantityOf(row);
  const averagePrice = quantity === 0 ? null : priceOrNull(amount(row.average_price));
  const lastPrice = priceOrNull(amount(row.ltp));
  // Of what counts in lots Breeze alone knows what a lot holds.
  const multiplier = exchangeMultiplier(row.exchange_code);
  const isPriced = averagePrice !== null && lastPrice !== null && multiplier !== null;
  const open = isPriced ? (lastPrice - averagePrice) * quantity * multiplier : null;
  return {
    contract: { exchange: row.exchange_code, symbol: symbolOf(row, terms), token: null, terms },
    product: productOf(row, terms),
    quantity,
    averagePrice,
    lastPrice,
    pnl: amount(row.pnl) ?? open,
  };
}

/** What it says of an account without positions. */
const NONE = /^no (data|record|position)/i;
/** The checksum is over the body, and a call that needs nothing has an empty object. */
const NO_BODY = "{}";

/** GET portfoliopositions (Breeze API, "Portfolio Positions"), signed like every call of Breeze. */
export function createIciciPositions(options: AdapterOptions): AskPositions {
  const { keys, place, clock } = options;
  const http = createPositionsHttp(ICICI_NAME, options, nodeTransport);
  return ({ access }) =>
    http.guarded(async () => {
      const answer = await http.send({
        method: "GET",
        url: `${place.api()}/breezeapi/api/v1/portfoliopositions`,
        headers: breezeHeaders(keys, access, NO_BODY, clock()),
        json: NO_BODY,
      });
      const failure = breezeFailure(answer);
      if (failure !== null) {
        if (NONE.test(failure.error)) return [];
        const said = `${failure.status}: ${failure.error}`;
        throw isAboutSession(failure) ? tokenRefused(ICICI_NAME, said) : positionsRefused(ICICI_NAME, said);
      }
      return (readPositions(answer.body).Success ?? []).map(positionOf);
    });
}
