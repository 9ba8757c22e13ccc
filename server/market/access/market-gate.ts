import type { Identity } from "../../identity/identity.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import type { MarketClockMessage } from "../bus/bus-messages.ts";
import { clockSubject, marketAccessRequest } from "../bus/market-subjects.ts";
import { type MarketAccess, type MarketRule, marketRefusal } from "./market-access.ts";

const WAIT_MS = 2_000;

/** Told when the feed says, twice a second, that its market is a broker account's alone. */
function onRestricted(bus: Bus, listener: () => void): () => void {
  return bus.subscribe(clockSubject(), (payload) => {
    const { isRestricted } = JSON.parse(Buffer.from(payload).toString()) as MarketClockMessage;
    if (isRestricted === true) listener();
  });
}

/** Answers, for relays in any process, whether an account may be given the market. @returns the function that stops it */
export function serveMarketAccess(bus: Bus, access: MarketAccess): () => void {
  const stopAnswering = bus.respond(marketAccessRequest(), (payload) => {
    const { accountId } = JSON.parse(Buffer.from(payload).toString()) as { accountId?: unknown };
    const mayServe = access.mayServe({ accountId: typeof accountId === "string" ? accountId : null });
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
    const { mayServe } = JSON.parse(Buffer.from(answer).toString()) as { mayServe: boolean };
    if (!mayServe) throw marketRefusal();
  };
}
