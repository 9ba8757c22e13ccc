import type { ChartRow } from "#protocol/generated/records.ts";
import { encodeBars } from "#protocol/wire/codec.ts";
import { buildFrame, OPCODE_BINARY } from "../frames.ts";
import type { BarBook } from "./bar-book.ts";
import type { Tally } from "./room.ts";

/** Tokens of one quote-chart subscription, with their slots, and the length of their bars. */
export interface ChartSubscription {
  readonly kind: "charts";
  readonly uniqueId: string;
  readonly slots: readonly number[];
  readonly tokens: readonly number[];
  readonly seconds: number;
}

/** What charts need of the clients that want them. */
interface ChartMember {
  readonly subscriptions: ReadonlyMap<
    string,
    ChartSubscription | { readonly kind: "quotes" } | { readonly kind: "rooms" }
  >;
  readonly isBlocked: boolean;
  readonly isCrowded: boolean;
  /** chart subscriptions whose first answer is due */
  readonly chartAnswers: { readonly size: number };
  charts: ChartGroup | null;
  /** round of the bars from which on it has not been told of changes */
  chartsSince: number;
  send(frame: Buffer): void;
}

/** The clients that want the same bars: what changed is encoded once for all of them. */
export interface ChartGroup {
  readonly key: string;
  readonly slots: readonly number[];
  readonly tokens: readonly number[];
  readonly seconds: readonly number[];
  readonly members: Set<ChartMember>;
}

interface ChartsOptions {
  readonly bars: BarBook;
  readonly epoch: () => number;
  /** epoch ms */
  readonly wallNow: () => number;
  readonly sent: Tally;
  /** told of every message that holds what had to wait */
  readonly onConflated: () => void;
}

/**
 * Who wants which running bars. Changes go out when the relay says `flush`, a few times a second, as whole
 * bars; a client that could not be written to then gets the newest of all it missed with a later one. A bar
 * that ended since goes before the one that runs, so that none stays as it was a moment before its end.
 */
export class Charts {
  readonly #options: ChartsOptions;
  readonly #groups = new Map<string, ChartGroup>();
  #sequence = 0;

  constructor(options: ChartsOptions) {
    this.#options = options;
  }

  get groups(): number {
    return this.#groups.size;
  }

  /** Slots of which a client wants bars; some may come more than once. */
  *wantedSlots(): Generator<number> {
    for (const group of this.#groups.values()) yield* group.slots;
  }

  /** Moves a client to the group of what all its chart subscriptions want together. */
  regroup(client: ChartMember): void {
    const wanted = new Map<string, { slot: number; token: number; seconds: number }>();
    for (const subscription of client.subscriptions.values()) {
      if (subscription.kind !== "charts") continue;
      const { slots, tokens, seconds } = subscription;
      for (const [i, slot] of slots.entries()) {
        wanted.set(`${slot}:${seconds}`, { slot, token: tokens[i] as number, seconds });
      }
    }
    const before = client.charts;
    client.charts = wanted.size === 0 ? null : this.#join(client, [...wanted.values()]);
    if (before === null) client.chartsSince = this.#options.bars.round;
    else if (before !== client.charts) this.leave(client, before);
  }

  leave(client: ChartMember, group: ChartGroup): void {
    group.members.delete(client);
    if (group.members.size > 0 || this.#groups.get(group.key) !== group) return;
    this.#groups.delete(group.key);
    for (const [i, slot] of group.slots.entries()) {
      this.#options.bars.release(slot, group.seconds[i] as number);
    }
  }

  /** The first answer to a subscription: every bar there is of it. */
  snapshot({ slots, tokens, seconds }: ChartSubscription): Buffer {
    const rows: ChartRow[] = [];
    for (const [i, slot] of slots.entries()) {
      const row = this.#options.bars.row(slot, tokens[i] as number, seconds);
      if (row !== null) rows.push(row);
    }
    this.#options.sent.count++;
    return this.#encode(rows);
  }

  /** Gives every client the bars that changed since it was last given any. */
  flush(): void {
    const { bars } = this.#options;
    for (const group of this.#groups.values()) this.#flushGroup(group);
    bars.endRound();
  }

  #flushGroup(group: ChartGroup): void {
    // Nearly always all members are level, and one frame serves all.
    const frames = new Map<number, Buffer | null>();
    const { bars } = this.#options;
    for (const client of group.members) {
      // What it misses now comes with a later flush.
      if (client.isBlocked || client.isCrowded || client.chartAnswers.size > 0) continue;
      const since = client.chartsSince;
      let frame = frames.get(since);
      if (frame === undefined) {
        frame = this.#changes(group, since);
        frames.set(since, frame);
      }
      client.chartsSince = bars.round + 1;
      if (frame === null) continue;
      client.send(frame);
      this.#options.sent.count++;
      if (since < bars.round) this.#options.onConflated();
    }
  }

  #changes(group: ChartGroup, since: number): Buffer | null {
    const { bars } = this.#options;
    const rows: ChartRow[] = [];
    for (let i = 0; i < group.slots.length; i++) {
      const slot = group.slots[i] as number;
      if (!bars.changedSince(slot, since)) continue;
      const [token, seconds] = [group.tokens[i] as number, group.seconds[i] as number];
      for (const row of [bars.endedRow(slot, token, seconds, since), bars.row(slot, token, seconds)])
        if (row !== null) rows.push(row);
    }
    return rows.length === 0 ? null : this.#encode(rows);
  }

  #encode(rows: readonly ChartRow[]): Buffer {
    this.#sequence = (this.#sequence + 1) >>> 0;
    const stamp = {
      epoch: this.#options.epoch(),
      sequence: this.#sequence,
      serverTime: this.#options.wallNow(),
    };
    return buildFrame(OPCODE_BINARY, encodeBars(rows, stamp));
  }

  #join(
    client: ChartMember,
    wanted: { readonly slot: number; readonly token: number; readonly seconds: number }[],
  ): ChartGroup {
    wanted.sort((a, b) => a.slot - b.slot || a.seconds - b.seconds);
    const key = wanted.map(({ slot, seconds }) => `${slot}:${seconds}`).join();
    let group = this.#groups.get(key);
    if (group === undefined) {
      group = {
        key,
        slots: wanted.map(({ slot }) => slot),
        tokens: wanted.map(({ token }) => token),
        seconds: wanted.map(({ seconds }) => seconds),
        members: new Set(),
      };
      this.#groups.set(key, group);
      for (const { slot, seconds } of wanted) this.#options.bars.hold(slot, seconds);
    }
    group.members.add(client);
    return group;
  }
}
