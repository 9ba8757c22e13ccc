import type { FastifyReply, FastifyRequest } from "fastify";
import type { Bus } from "../../platform/bus/bus.ts";
import { createMarketAccess, type MarketAccess } from "../access/market-access.ts";
import { createLateBus } from "../bus/late.ts";
import { createMarketWatch, type MarketWatch } from "../bus/market-watch.ts";
import { createLivePricesStore, type LivePricesStore } from "./live-prices-store.ts";
import { createMetacacheStore, type MetacacheStore } from "./metacache-store.ts";

/** Browsers keep an answer and ask whether it still holds; no cache on the way may keep it. */
const PERSONAL_CACHING = "private, no-cache";
/** What an identity is read from, beside what the encoding is. */
const PERSONAL_VARY = "accept-encoding, cookie, x-auth-token";

/** One market as HTTP sees it; what is kept of it is kept nowhere else. */
export interface MarketDoor {
  readonly bus: Bus;
  readonly watch: MarketWatch;
  readonly metacache: MetacacheStore;
  readonly livePrices: LivePricesStore;
}

/** The market of now, and the one a minute behind. */
export interface MarketDoors extends MarketDoor {
  /** who may be given prices at all */
  readonly access: MarketAccess;
  readonly late: MarketDoor;
}

function createDoor(bus: Bus, watch: MarketWatch): MarketDoor {
  return { bus, watch, metacache: createMetacacheStore(bus, watch), livePrices: createLivePricesStore(bus) };
}

/** @param watch of the market of now */
export function createMarketDoors(
  bus: Bus,
  watch: MarketWatch,
  access: MarketAccess = createMarketAccess(() => ({ kind: "everybody" })),
): MarketDoors {
  const lateBus = createLateBus(bus);
  return { ...createDoor(bus, watch), access, late: createDoor(lateBus, createMarketWatch(lateBus)) };
}

/**
 * The market that the caller is given. The answer says that it is this caller's alone, so that no cache
 * mixes the two.
 */
export function marketOf(doors: MarketDoors, request: FastifyRequest, reply: FastifyReply): MarketDoor {
  reply.header("cache-control", PERSONAL_CACHING).header("vary", PERSONAL_VARY);
  return request.identity.delayMs > 0 ? doors.late : doors;
}

/**
 * The same for prices, which not every caller may be given: what is listed is public, a broker's prices are
 * not.
 * @throws AppError access.denied, or server.unavailable while it is not known whose market it is
 */
export function pricesOf(doors: MarketDoors, request: FastifyRequest, reply: FastifyReply): MarketDoor {
  const refusal = doors.access.refusalOf(request.identity);
  if (refusal !== null) throw refusal;
  return marketOf(doors, request, reply);
}
