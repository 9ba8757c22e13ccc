import { UNKNOWN_AGE } from "#protocol/generated/layout.ts";
import { encodePing } from "#protocol/wire/codec.ts";
import { buildFrame, OPCODE_BINARY } from "./frames.ts";
import type { Hub } from "./hub.ts";

interface TimePingOptions {
  /** monotonic ms */
  readonly now: () => number;
  /** how often peers are told, ms */
  readonly intervalMs: number;
}

/** Frames that tell a market's time and how old its prices are. */
export function createTimePings({ now, intervalMs }: TimePingOptions): (of: Hub) => Buffer {
  let pingSequence = 0;
  return (of) => {
    const { clock } = of;
    const elapsed = clock === null ? 0 : now() - clock.heardAt;
    const speed = clock?.message.speed ?? 1;
    // What is published need not be a price: the feed knows when it last had one.
    const feedAge = clock?.message.feedAgeMs ?? null;
    const age = Math.max(of.quotes.ageMs(), feedAge === null ? -1 : feedAge + elapsed);
    const root = {
      marketTime: clock === null ? Number.NaN : clock.message.marketTime + elapsed * speed,
      marketSpeed: speed,
      intervalMs: intervalMs,
      feedAgeMs: age < 0 ? UNKNOWN_AGE : Math.min(Math.round(age), UNKNOWN_AGE - 1),
    };
    pingSequence = (pingSequence + 1) >>> 0;
    const stamp = { epoch: of.quotes.epoch, sequence: pingSequence, serverTime: Date.now() };
    return buildFrame(OPCODE_BINARY, encodePing(root, stamp));
  };
}
