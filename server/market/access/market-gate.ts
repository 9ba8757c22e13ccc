import { Type } from "typebox";
import { AppError } from "#domain/errors.ts";
import { Nullable } from "#protocol/http/nullable.ts";
import type { Identity } from "../../identity/identity.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import { jsonReader } from "../../platform/lib/read-json.ts";
import type { MarketRule } from "../bus/market-rule.ts";
import { marketAccessRequest } from "../bus/market-subjects.ts";
import { type MarketAccess, marketRefusal, marketUnknown } from "./market-access.ts";
import type { MarketTerms } from "./market-terms.ts";

const WAIT_MS = 2_000;

/** The two halves of `marketAccessRequest()`. */
const readQuestion = jsonReader(Type.Object({ accountId: Nullable(Type.String()) }));
const readAnswer = jsonReader(Type.Object({ mayServe: Type.Boolean() }));

type Asker = Pick<Identity, "accountId" | "isSandbox">;

/** Answers, for relays in any process, whether an account may be given the market. @returns the function that stops it */
export function serveMarketAccess(bus: Bus, access: MarketAccess): () => void {
  return bus.respond(marketAccessRequest(), (payload) => {
    const mayServe = access.refusalOf(readQuestion(payload) ?? { accountId: null }) === null;
    return Buffer.from(JSON.stringify({ mayServe }));
  });
}

/**
 * What a relay asks of every client before it gives a price.
 * @throws (the gate) AppError access.denied, or server.unavailable while the answer cannot be known
 */
export function createMarketGate(
  bus: Bus,
  terms: Pick<MarketTerms, "rule" | "isReal" | "onChange">,
): (identity: Asker) => Promise<void> {
  let changes = 0;
  terms.onChange(() => changes++);

  async function admit({ accountId, isSandbox }: Asker, rule: MarketRule): Promise<void> {
    // The API says so too, unless it has not heard of this market yet.
    if (terms.isReal() && accountId !== null && isSandbox !== false) throw marketRefusal();
    if (rule.kind === "everybody") return;
    if (accountId === null) throw marketRefusal();
    const question = Buffer.from(JSON.stringify({ accountId }));
    const read = readAnswer(await bus.request(marketAccessRequest(), question, WAIT_MS));
    if (read === null)
      throw new AppError("server.unavailable", "It cannot be known now whose market this is");
    if (!read.mayServe) throw marketRefusal();
  }

  return async (identity) => {
    for (;;) {
      const asked = changes;
      const rule = terms.rule();
      if (rule === null) throw marketUnknown();
      await admit(identity, rule);
      if (asked === changes) return;
    }
  };
}
