import { AppError } from "#domain/errors.ts";
import { CLOSE } from "#protocol/control/close-codes.ts";
import { parseUp, type Subscribe, strongestModes, type UpMessage } from "#protocol/control/up.ts";
import { type Hub, unknownChain, unknownUnderlying } from "../hub.ts";
import { MODE_FULL, MODE_LTP, MODE_MINI, type QuoteModeRank } from "../quote-store.ts";
import { isBarLength } from "../rooms/bar-book.ts";
import type { ChainRoom } from "../rooms/chain-rooms.ts";
import { joinRoom, type Room } from "../rooms/room.ts";
import { entriesOf, type RelayClient, type Subscription } from "./relay-client.ts";

/** What one connection may hold and say (docs/wire-protocol.md). */
export interface SessionLimits {
  /** distinct tokens of all quote subscriptions; chains are not counted */
  readonly tokens: number;
  readonly subscriptions: number;
  /** message cost: 1 and one more for every 256 bytes; the bucket's size and what flows back a second */
  readonly burst: number;
  readonly perSecond: number;
}

/**
 * A full bucket holds about eighty of the largest messages (a fifth of a second of our time) or twenty thousand small
 * ones; an honest client, which gathers its changes for 20 ms, cannot spend it.
 */
export const DEFAULT_LIMITS: SessionLimits = {
  tokens: 3_000,
  subscriptions: 200,
  burst: 20_000,
  perSecond: 500,
};

const BYTES_PER_COST = 256;
/** A change of quote subscriptions is paid by what the connection holds: all of it is gone through again. */
const TOKENS_PER_COST = 64;
/** The same token may stand in several subscriptions, but not the whole limit in two hundred of them. */
const MOST_REPEATS = 8;
/** Tokens of one chart or stats subscription. */
const MOST_STREAM_TOKENS = 500;
const RANKS: Record<"ltp" | "mini" | "full", QuoteModeRank> = {
  ltp: MODE_LTP,
  mini: MODE_MINI,
  full: MODE_FULL,
};

/** "2026-11-24" as 20261124; a day that no calendar has is simply no expiry. */
function compact(date: string): number {
  return Number(date.replaceAll("-", ""));
}

function unknownToken(token: number): AppError {
  return new AppError("relay.unknown_token", `No instrument has the token ${token}`, { token });
}

function limitTokens(limit: number): AppError {
  const message = `A connection may hold ${limit} quote tokens; unsubscribe some, or use the option chain source`;
  return new AppError("relay.limit_tokens", message, { limit });
}

function limitStreamTokens(dataSource: string, limit: number, holder = "subscription"): AppError {
  const message = `A ${holder} may hold ${limit} tokens of ${dataSource}`;
  return new AppError("relay.limit_tokens", message, { limit });
}

function limitShared(limit: number): AppError {
  const message = `All connections of an account, or of an address without one, may hold ${limit} tokens and chains together; unsubscribe some, or close a connection`;
  return new AppError("relay.limit_tokens", message, { limit });
}

/** Understands what one connection says and keeps its subscriptions. */
export class Session {
  readonly #client: RelayClient;
  readonly #hub: Hub;
  readonly #limits: SessionLimits;
  readonly #now: () => number;
  /** subscriptions that wait for the feed, by uniqueId: a later message with the id makes the wait void */
  readonly #pending = new Map<string, number>();
  #tickets = 0;
  #budget: number;
  #refilledAt: number;

  constructor(client: RelayClient, hub: Hub, limits: SessionLimits, now: () => number) {
    this.#client = client;
    this.#hub = hub;
    this.#limits = limits;
    this.#now = now;
    this.#budget = limits.burst;
    this.#refilledAt = now();
  }

  /** Takes one message off the socket. Faults are answered; only a flood closes the connection. */
  onMessage(data: Buffer, isBinary: boolean): void {
    const client = this.#client;
    if (!client.isOpen) return;
    this.#hub.counters.received++;
    client.lastSeenAt = this.#now();
    if (!this.#spend(1 + data.length / BYTES_PER_COST)) {
      client.ws.close(CLOSE.abuse, "too many messages");
      return;
    }
    if (isBinary) {
      this.#refuse(new AppError("relay.bad_message", "Messages are JSON in text frames, not binary"), null);
      return;
    }
    const message = parseUp(data.toString());
    if ("refused" in message) {
      const { code, message: text, uniqueId } = message.refused;
      this.#refuse(new AppError(code, text), uniqueId);
    } else if (!this.#spend(this.#work(message))) {
      client.ws.close(CLOSE.abuse, "too many changes of subscriptions");
    } else if (message.command === "unsubscribe") {
      this.#pending.delete(message.uniqueId);
      this.#forget(message.uniqueId);
    } else {
      void this.#subscribe(message);
    }
  }

  /** What a message costs beyond its length. */
  #work(message: UpMessage): number {
    if (message.command === "subscribe" && message.dataSource === "option-chain") {
      return message.underlyingExpiry.length;
    }
    if (message.command === "subscribe") {
      const asked = message.dataSource === "underlying-stats" ? message.tokens.length : 0;
      return (this.#client.held + asked) / TOKENS_PER_COST;
    }
    return this.#client.subscriptions.has(message.uniqueId) ? this.#client.held / TOKENS_PER_COST : 0;
  }

  /** Costs of a ping: the smallest message. @returns false when the connection was closed for it */
  onPing(): boolean {
    this.#client.lastSeenAt = this.#now();
    if (this.#spend(1)) return true;
    this.#client.ws.close(CLOSE.abuse, "too many pings");
    return false;
  }

  #spend(cost: number): boolean {
    const now = this.#now();
    const back = ((now - this.#refilledAt) / 1000) * this.#limits.perSecond;
    this.#budget = Math.min(this.#limits.burst, this.#budget + back) - cost;
    this.#refilledAt = now;
    return this.#budget >= 0;
  }

  #refuse(error: AppError, uniqueId: string | null): void {
    this.#hub.counters.faults++;
    this.#client.sendError(error, uniqueId);
  }

  async #subscribe(message: Subscribe): Promise<void> {
    const { uniqueId, dataSource } = message;
    const { subscribes } = this.#hub.counters;
    subscribes.set(dataSource, (subscribes.get(dataSource) ?? 0) + 1);
    const client = this.#client;
    const ticket = ++this.#tickets;
    this.#pending.set(uniqueId, ticket);
    const isCurrent = () => client.isOpen && this.#pending.get(uniqueId) === ticket;
    try {
      this.#checkCount();
      if (message.dataSource === "quote-batch") await this.#subscribeQuotes(message, isCurrent);
      else if (message.dataSource === "option-chain") await this.#subscribeChains(message, isCurrent);
      else if (message.dataSource === "quote-chart") await this.#subscribeCharts(message, isCurrent);
      else if (message.dataSource === "nse-events") this.#enter(message, this.#hub.events.rooms);
      else if (message.dataSource === "underlying-stats") await this.#subscribeStats(message, isCurrent);
      else if (message.dataSource === "screener-stats") await this.#subscribeScreener(message, isCurrent);
      else {
        const text = `${dataSource} is not served yet`;
        throw new AppError("relay.source_unavailable", text, { dataSource });
      }
    } catch (error) {
      this.#refuse(this.#expected(error), uniqueId);
    } finally {
      if (this.#pending.get(uniqueId) === ticket) this.#pending.delete(uniqueId);
    }
  }

  #expected(error: unknown): AppError {
    if (error instanceof AppError) return error;
    this.#hub.log.error({ err: error }, "relay: a subscription failed");
    return new AppError("server.internal", "The subscription failed; it was logged, try again later");
  }

  #checkCount(): void {
    const ids = new Set([...this.#client.subscriptions.keys(), ...this.#pending.keys()]);
    const limit = this.#limits.subscriptions;
    if (ids.size <= limit) return;
    throw new AppError("relay.limit_subscriptions", `A connection may hold ${limit} subscriptions`, {
      limit,
    });
  }

  async #subscribeQuotes(
    { uniqueId, quoteBatch }: Extract<Subscribe, { dataSource: "quote-batch" }>,
    isCurrent: () => boolean,
  ): Promise<void> {
    const { quotes } = this.#hub;
    const asked = strongestModes(quoteBatch);
    this.#checkTokens(uniqueId, asked);
    if (quotes.missing(asked.keys()).length > 0) {
      await quotes.resolve([...asked.keys()], isCurrent);
      if (!isCurrent()) return;
      this.#checkTokens(uniqueId, asked);
    }
    this.#checkKnown(asked.keys());
    const tokens = new Map<number, QuoteModeRank>();
    for (const [token, mode] of asked) if (quotes.store.slotOf(token) >= 0) tokens.set(token, RANKS[mode]);
    const subscription = { kind: "quotes", uniqueId, tokens } as const;
    this.#replace(uniqueId, subscription);
    this.#client.acknowledge.set(uniqueId, subscription);
    this.#hub.turns.add(this.#client);
  }

  async #subscribeCharts(
    { uniqueId, tokens, intervalSeconds }: Extract<Subscribe, { dataSource: "quote-chart" }>,
    isCurrent: () => boolean,
  ): Promise<void> {
    const { quotes } = this.#hub;
    const { store } = quotes;
    if (!isBarLength(intervalSeconds)) {
      const text = `intervalSeconds must be whole minutes up to an hour that divide a day, not ${intervalSeconds}`;
      throw new AppError("relay.bad_message", text, { intervalSeconds });
    }
    const asked = [...new Set(tokens)];
    this.#checkStreamTokens("quote-chart", uniqueId, asked.length);
    if (quotes.missing(asked).length > 0) {
      await quotes.resolve(asked, isCurrent);
      if (!isCurrent()) return;
      this.#checkStreamTokens("quote-chart", uniqueId, asked.length);
    }
    this.#checkKnown(asked);
    const known = asked.filter((token) => store.slotOf(token) >= 0);
    const slots = known.map((token) => store.slotOf(token));
    const subscription = {
      kind: "charts",
      uniqueId,
      slots,
      tokens: known,
      seconds: intervalSeconds,
    } as const;
    this.#replace(uniqueId, subscription);
    this.#client.chartAnswers.set(uniqueId, subscription);
    this.#hub.turns.add(this.#client);
  }

  /** @throws AppError relay.unknown_token when there are tokens and no instrument has any of them */
  #checkKnown(tokens: Iterable<number>): void {
    const { store } = this.#hub.quotes;
    let first: number | undefined;
    for (const token of tokens) {
      if (store.slotOf(token) >= 0) return;
      first ??= token;
    }
    if (first === undefined) return;
    throw unknownToken(first);
  }

  async #subscribeChains(
    message: Extract<Subscribe, { dataSource: "option-chain" }>,
    isCurrent: () => boolean,
  ): Promise<void> {
    const { underlyingExpiry } = message;
    const { chains } = this.#hub;
    const rooms = new Set<ChainRoom>();
    do {
      rooms.clear();
      const opened = await Promise.all(
        underlyingExpiry.map(({ underlying, expiry }) => chains.open(underlying, compact(expiry))),
      );
      if (!isCurrent()) return;
      for (const [i, { underlying, expiry }] of underlyingExpiry.entries()) {
        const room = opened[i];
        if (!room) throw unknownChain(underlying, expiry);
        rooms.add(room);
      }
      // While one was waited for another may have been given up, since no client watched it.
    } while (![...rooms].every((room) => chains.has(room)));
    this.#enter(message, [...rooms]);
    for (const room of rooms) chains.refill(room);
  }

  async #subscribeStats(
    message: Extract<Subscribe, { dataSource: "underlying-stats" }>,
    isCurrent: () => boolean,
  ): Promise<void> {
    const { stats } = this.#hub;
    const asked = [...new Set(message.tokens)];
    const [first] = asked;
    if (first === undefined) throw new AppError("relay.bad_message", "tokens must name an underlying");
    this.#checkStreamTokens("underlying-stats", message.uniqueId, asked.length);
    const rooms = await stats.underlyings.open(asked, isCurrent);
    if (!isCurrent()) return;
    this.#checkStreamTokens("underlying-stats", message.uniqueId, asked.length);
    if (rooms.length === 0) throw unknownUnderlying(first);
    this.#enter(message, rooms);
  }

  async #subscribeScreener(message: Subscribe, isCurrent: () => boolean): Promise<void> {
    const { screener } = this.#hub.stats;
    await screener.open(isCurrent);
    if (isCurrent()) this.#enter(message, [screener]);
  }

  /** The subscription becomes one to these rooms. */
  #enter({ uniqueId, dataSource: source }: Subscribe, rooms: readonly Room[]): void {
    this.#replace(uniqueId, { kind: "rooms", uniqueId, source, rooms });
    for (const room of rooms) joinRoom(room, this.#client);
  }

  #checkTokens(uniqueId: string, asked: ReadonlyMap<number, unknown>): void {
    const all = new Set<number>(asked.keys());
    let entries = all.size;
    for (const subscription of this.#client.subscriptions.values()) {
      if (subscription.uniqueId === uniqueId || subscription.kind !== "quotes") continue;
      for (const token of subscription.tokens.keys()) all.add(token);
      entries += subscription.tokens.size;
    }
    const { tokens } = this.#limits;
    if (all.size > tokens || entries > tokens * MOST_REPEATS) throw limitTokens(tokens);
  }

  /** Bars and stats may be wanted of as many tokens each as quotes, those in several subscriptions counted each time. */
  #checkStreamTokens(source: "quote-chart" | "underlying-stats", uniqueId: string, count: number): void {
    if (count > MOST_STREAM_TOKENS) throw limitStreamTokens(source, MOST_STREAM_TOKENS);
    let all = count;
    for (const subscription of this.#client.subscriptions.values()) {
      if (subscription.uniqueId === uniqueId) continue;
      const isSame =
        subscription.kind === "rooms"
          ? subscription.source === source
          : subscription.kind === "charts" && source === "quote-chart";
      if (isSame) all += entriesOf(subscription);
    }
    if (all > this.#limits.tokens) throw limitStreamTokens(source, this.#limits.tokens, "connection");
  }

  /** @throws AppError relay.limit_tokens: what was held under the id stays */
  #replace(uniqueId: string, next: Subscription): void {
    const client = this.#client;
    const before = client.subscriptions.get(uniqueId);
    const more = entriesOf(next) - (before === undefined ? 0 : entriesOf(before));
    const { entries, most } = client.share;
    if (more > 0 && entries + more > most.entries) throw limitShared(most.entries);
    this.#forget(uniqueId);
    client.hold(next);
    if (next.kind !== "rooms") this.#hub.regroup(client);
  }

  #forget(uniqueId: string): void {
    this.#hub.drop(this.#client, uniqueId);
  }
}
