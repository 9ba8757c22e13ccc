import { Type } from "typebox";
import { AppError } from "#domain/errors.ts";
import { Nullable } from "#protocol/http/nullable.ts";
import type { Identity } from "../../identity/identity.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import { jsonReader } from "../../platform/lib/read-json.ts";
import { clockSubject, marketAccessRequest } from "../bus/market-subjects.ts";
import { type MarketAccess, type MarketRule, marketRefusal } from "./market-access.ts";

const WAIT_MS = 2_000;

/** Of a clock's message only this: the market must be shut also where the rest makes no sense. */
const readRestriction = jsonReader(Type.Object({ isRestricted: Type.Optional(Type.Boolean()) }));

/** The two halves of `marketAccessRequest()`. */
const readQuestion = jsonReader(Type.Object({ accountId: Nullable(Type.String()) }));
const readAnswer = jsonReader(Type.Object({ mayServe: Type.Boolean() }));

/** Told when the feed says, twice a second, that its market is a broker account's alone. */
function onRestricted(bus: Bus, listener: () => void): () => void {
  return bus.subscribe(clockSubject(), (payload) => {
    if (readRestriction(payload)?.isRestricted === true) listener();
  });
}

/** Answers, for relays in any process, whether an account may be given the market. @returns the function that stops it */
export function serveMarketAccess(bus: Bus, access: MarketAccess): () => void {
  const stopAnswering = bus.respond(marketAccessRequest(), (payload) => {
    const mayServe = access.mayServe(readQuestion(payload) ?? { accountId: null });
    return Buffer.from(JSON.stringify({ mayServe }));
  });
  const stopHearing = onRestricted(bus, access.restrict);
  return () => {
    stopAnswering();
    stopHearing();
  };
}

/**
 * What a relay asks of every client before it gives a price.
 * @throws (the gate) AppError access.denied, or server.unavailable while the answer cannot be known
 */
export function createMarketGate(
  bus: Bus,
  rule: MarketRule,
): (identity: Pick<Identity, "accountId">) => Promise<void> {
  let isRestricted = rule.kind !== "everybody";
  onRestricted(bus, () => {
    isRestricted = true;
  });
  return async ({ accountId }) => {
    if (!isRestricted) return;
    if (accountId === null) throw marketRefusal();
    const answer = await bus.request(
      marketAccessRequest(),
      Buffer.from(JSON.stringify({ accountId })),
      WAIT_MS,
    );
    const read = readAnswer(answer);
    if (read === null)
      throw new AppError("server.unavailable", "It cannot be known now whose market this is");
    if (!read.mayServe) throw marketRefusal();
  };
}
