import type { IncomingMessage, Server } from "node:http";
import { type Identity, readSessionEnded } from "../identity/identity.ts";
import { sessionEndedSubject } from "../identity/identity-subjects.ts";
import type { MarketTerms } from "../market/access/market-terms.ts";
import type { ShareLimits } from "../market/relay/clients/share.ts";
import { createRelay } from "../market/relay/relay.ts";
import { addRelayMetrics } from "../market/relay/relay-metrics.ts";
import type { Bus } from "../platform/bus/bus.ts";
import type { OriginPolicy } from "../platform/http/origins.ts";
import type { Service } from "../platform/lib/lifecycle.ts";
import type { Log } from "../platform/lib/log.ts";
import type { Metrics } from "../platform/lib/metrics.ts";

interface RelayRoleOptions {
  readonly bus: Bus;
  readonly server: Server;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly origins: () => OriginPolicy;
  readonly isProxy: (address: string) => boolean;
  readonly identify: (request: IncomingMessage, address: string) => Promise<Identity> | Identity;
  readonly terms: Pick<MarketTerms, "onChange">;
  readonly connectionsPerAddress: number;
  readonly share?: ShareLimits;
}

/** The websocket relay on the HTTP server of the process. */
export function startRelayRole({ server, metrics, terms, ...options }: RelayRoleOptions): Service {
  const relay = createRelay(options);
  addRelayMetrics(metrics, relay);
  server.on("upgrade", relay.handleUpgrade);
  terms.onChange(() => {
    const connections = relay.judgeAgain();
    options.log.warn({ connections }, "relay: who may be given the market has changed; all connect again");
  });
  const stopHearing = options.bus.subscribe(sessionEndedSubject(), (payload) => {
    for (const id of readSessionEnded(payload)?.sessionIds ?? []) relay.endSession(id);
  });
  return {
    name: "relay",
    drain: () => relay.drain(),
    async stop() {
      stopHearing();
      await relay.close();
    },
  };
}
