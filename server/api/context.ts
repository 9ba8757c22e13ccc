import type { IncomingMessage, ServerResponse } from "node:http";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from "fastify";
import type { Bus } from "../bus/bus.ts";
import type { MarketWatch } from "../lib/market-watch.ts";
import type { LivePricesStore } from "./live-prices-store.ts";
import type { MetacacheStore } from "./metacache-store.ts";

/** What the routes of the API work with. */
export interface ApiContext {
  readonly bus: Bus;
  readonly watch: MarketWatch;
  readonly metacache: MetacacheStore;
  readonly livePrices: LivePricesStore;
}

/** The application with schemas that type their handlers. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;
