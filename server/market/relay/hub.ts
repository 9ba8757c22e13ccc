import { fromCompactDate } from "#domain/calendar/ist.ts";
import { AppError } from "#domain/errors.ts";
import type { DataSource } from "#protocol/control/up.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import type { Log } from "../../platform/lib/log.ts";
import { type MarketClockMessage, readEpoch, readMarketClock, stampedTime } from "../bus/bus-messages.ts";
import { clockSubject, epochSubject } from "../bus/market-subjects.ts";
import type { RelayClient, Subscription } from "./clients/relay-client.ts";
import { type TurnCounters, Turns } from "./clients/write-turns.ts";
import { QuoteFeed } from "./quote-feed.ts";
import type { QuoteModeRank } from "./quote-store.ts";
import { BarBook } from "./rooms/bar-book.ts";
import { ChainRooms } from "./rooms/chain-rooms.ts";
import { Charts } from "./rooms/chart-rooms.ts";
import { Events } from "./rooms/event-rooms.ts";
import { leaveRoom, type Room, type RoomMember, type Tally } from "./rooms/room.ts";
import { Stats } from "./stats-streams.ts";

/** What the relay counts; `server/market/relay/relay-metrics.ts` shows it. */
interface RelayCounters extends TurnCounters {
  received: number;
  /** subscribe messages by data source */
  readonly subscribes: Map<string, number>;
  /** messages sent by data source; quote-batch is not among them */
  readonly updates: Map<DataSource, Tally>;
  healedGaps: number;
  faults: number;
}

interface HubOptions {
  readonly bus: Bus;
  readonly log: Log;
  /** monotonic ms */
  readonly now: () => number;
  /** epoch ms */
  readonly wallNow: () => number;
}

/** Joins the market on the bus with the connections. */
export class Hub {
  readonly turns: Turns;
  readonly quotes: QuoteFeed;
  readonly chains: ChainRooms;
  readonly bars: BarBook;
  readonly charts: Charts;
  readonly events: Events;
  readonly stats: Stats;
  readonly clients = new Set<RelayClient>();
  readonly counters: RelayCounters = {
    sentBytes: 0,
    sentMessages: 0,
    sentWrites: 0,
    received: 0,
    subscribes: new Map(),
    conflations: 0,
    updates: new Map(),
    healedGaps: 0,
    faults: 0,
  };
  readonly log: Log;
  readonly #options: HubOptions;
  readonly #unsubscribe: (() => void)[];
  #clock: MarketClockMessage | null = null;
  #clockAt = 0;

  constructor(options: HubOptions) {
    this.#options = options;
    this.log = options.log;
    const onHealed = () => void this.counters.healedGaps++;
    const { bus, log, now, wallNow } = options;
    const epoch = () => this.quotes.epoch;
    this.bars = new BarBook((serverTime) => this.#marketTimeOf(serverTime));
    this.chains = new ChainRooms({
      bus,
      log,
      now,
      onHealed,
      onGone: (room) => this.#onGone(room, unknownChain(room.underlying, fromCompactDate(room.expiry))),
      sent: this.#tally("option-chain"),
    });
    const marketTime = () => this.#clock?.marketTime ?? null;
    this.events = new Events({ epoch, marketTime, wallNow, sent: this.#tally("nse-events") });
    this.stats = new Stats({
      bus,
      log,
      now,
      onGone: (room) => this.#onGone(room, unknownUnderlying(room.underlying)),
      onHealed,
      sent: { underlyings: this.#tally("underlying-stats"), screener: this.#tally("screener-stats") },
    });
    this.quotes = new QuoteFeed({
      bus,
      log,
      now,
      onHealed,
      onChange: () => this.turns.schedule(),
      onEpoch: () => {
        this.chains.restart();
        this.events.restart();
        this.stats.restart();
      },
      bars: this.bars,
      alsoWanted: () => this.charts.wantedSlots(),
    });
    this.charts = new Charts({
      bars: this.bars,
      epoch,
      wallNow,
      sent: this.#tally("quote-chart"),
      onConflated: () => void this.counters.conflations++,
    });
    this.turns = new Turns({
      quotes: this.quotes,
      charts: this.charts,
      counters: this.counters,
      regroup: (client) => this.#regroup(client),
      now,
      wallNow,
    });
    this.#unsubscribe = [
      bus.subscribe(clockSubject(), (payload) => this.#onClock(payload)),
      bus.subscribe(epochSubject(), (payload) => this.#onEpoch(payload)),
    ];
  }

  /** The feed's clock and when it was heard (monotonic ms), null before the first. */
  get clock(): { readonly message: MarketClockMessage; readonly heardAt: number } | null {
    return this.#clock === null ? null : { message: this.#clock, heardAt: this.#clockAt };
  }

  /** Market time of a message, epoch ms; NaN before the clock of the present feed was heard. */
  #marketTimeOf(serverTime: number): number {
    if (this.#clock === null || this.#clock.epoch !== this.quotes.epoch) return Number.NaN;
    return stampedTime(this.#clock, serverTime);
  }

  #tally(source: DataSource): Tally {
    const tally = { count: 0 };
    this.counters.updates.set(source, tally);
    return tally;
  }

  /** The client's quote or chart subscriptions changed; however often they do, it moves once a turn. */
  regroup(client: RelayClient): void {
    client.isRegroupDue = true;
    this.turns.add(client);
  }

  /** Moves a client to the audience and the group of what its subscriptions want together. */
  #regroup(client: RelayClient): void {
    client.isRegroupDue = false;
    this.charts.regroup(client);
    const wanted = new Map<number, QuoteModeRank>();
    for (const subscription of client.subscriptions.values()) {
      if (subscription.kind !== "quotes") continue;
      for (const [token, mode] of subscription.tokens) {
        const slot = this.quotes.store.placeOf(token);
        if (slot >= 0 && mode > (wanted.get(slot) ?? 0)) wanted.set(slot, mode);
      }
    }
    const before = client.audience;
    client.audience = wanted.size === 0 ? null : this.quotes.audiences.join(client, wanted);
    if (before !== null && before !== client.audience) this.quotes.audiences.leave(client, before);
  }

  /** Takes a subscription away; a room that another one of the connection holds too stays. */
  drop(client: RelayClient, uniqueId: string): Subscription | undefined {
    const before = client.drop(uniqueId);
    client.acknowledge.delete(uniqueId);
    client.chartAnswers.delete(uniqueId);
    if (before?.kind === "quotes" || before?.kind === "charts") this.regroup(client);
    if (before?.kind !== "rooms") return before;
    const held = new Set<Room>();
    for (const other of client.subscriptions.values()) {
      if (other.kind === "rooms") for (const room of other.rooms) held.add(room);
    }
    for (const room of before.rooms) if (!held.has(room)) leaveRoom(room, client);
    return before;
  }

  /** Forgets a connection that has closed. */
  remove(client: RelayClient): void {
    this.clients.delete(client);
    if (client.audience !== null) this.quotes.audiences.leave(client, client.audience);
    client.audience = null;
    if (client.charts !== null) this.charts.leave(client, client.charts);
    client.charts = null;
    client.isRegroupDue = false;
    for (const subscription of client.subscriptions.values()) {
      if (subscription.kind === "rooms") for (const room of subscription.rooms) leaveRoom(room, client);
    }
    client.dropAll();
    client.acknowledge.clear();
    client.chartAnswers.clear();
    client.outbox.clear();
  }

  close(): void {
    for (const stop of this.#unsubscribe) stop();
    this.stats.close();
    this.chains.close();
    this.quotes.close();
  }

  /** A chain or an underlying has ceased to exist (the day rolled): its subscriptions end with an error each. */
  #onGone(room: Room, error: AppError): void {
    // A room knows its members as such; those of this hub's rooms are its clients.
    const isClient = (member: RoomMember): member is RelayClient => this.clients.has(member as RelayClient);
    for (const client of [...room.members].filter(isClient)) {
      for (const [uniqueId, subscription] of client.subscriptions) {
        if (subscription.kind !== "rooms" || !subscription.rooms.includes(room)) continue;
        this.drop(client, uniqueId);
        client.sendError(error, uniqueId);
      }
    }
  }

  #onClock(payload: Uint8Array): void {
    const heard = readMarketClock(payload);
    if (heard === null) return;
    this.#clock = heard;
    this.#clockAt = this.#options.now();
    this.quotes.setEpoch(heard.epoch);
  }

  #onEpoch(payload: Uint8Array): void {
    const heard = readEpoch(payload);
    if (heard !== null) this.quotes.setEpoch(heard.epoch);
  }
}

export function unknownChain(underlying: number, expiry: string): AppError {
  const message = `Underlying ${underlying} has no option chain that expires on ${expiry}`;
  return new AppError("relay.unknown_expiry", message, { underlying, expiry });
}

export function unknownUnderlying(underlying: number): AppError {
  return new AppError("relay.unknown_token", `There are no stats of ${underlying}: it is no underlying`, {
    token: underlying,
  });
}
