import type { QuoteFrame, QuoteModeRank, QuoteStore } from "./quote-store.ts";

/** Wanted tokens and their modes. */
export type TokenModes = ReadonlyMap<number, QuoteModeRank>;

/** Everybody who wants the same tokens in the same modes: a turn's batch is encoded once for all of them. */
export interface Audience<M> {
  readonly key: string;
  readonly slots: readonly number[];
  readonly modes: readonly QuoteModeRank[];
  readonly members: Set<M>;
  /** where the audience stands among the listeners of each of its slots */
  readonly places: number[];
  /** this turn's changes, as positions in `slots` */
  changed: number[];
  /** encoded once a turn at most, for members that join or lag */
  snapshot: { readonly turn: number; readonly frame: QuoteFrame } | null;
}

interface Listener<M> {
  readonly audience: Audience<M>;
  readonly position: number;
}

/** Groups connections by what they want and finds the groups that a changed slot concerns. */
export class Audiences<M> {
  readonly #byKey = new Map<string, Audience<M>>();
  readonly #listeners = new Map<number, Listener<M>[]>();
  #touched: Audience<M>[] = [];

  /** Puts a member among those who want exactly this. Entries are [slot, mode] pairs in any order. */
  join(member: M, wanted: ReadonlyMap<number, QuoteModeRank>): Audience<M> {
    const slots = [...wanted.keys()].sort((a, b) => a - b);
    const modes = slots.map((slot) => wanted.get(slot) as QuoteModeRank);
    const key = `${slots.join()}|${modes.join("")}`;
    let audience = this.#byKey.get(key);
    if (audience === undefined) {
      audience = { key, slots, modes, members: new Set(), places: [], changed: [], snapshot: null };
      this.#byKey.set(key, audience);
      for (const [position, slot] of slots.entries()) {
        const listeners = this.#listeners.get(slot) ?? [];
        audience.places.push(listeners.push({ audience, position }) - 1);
        this.#listeners.set(slot, listeners);
      }
    }
    audience.members.add(member);
    return audience;
  }

  leave(member: M, audience: Audience<M>): void {
    audience.members.delete(member);
    if (audience.members.size > 0 || this.#byKey.get(audience.key) !== audience) return;
    this.#byKey.delete(audience.key);
    for (const [position, slot] of audience.slots.entries()) this.#unlisten(audience, position, slot);
  }

  /** The last listener takes the place of the one who goes: thousands may leave at once, with thousands of slots each. */
  #unlisten(audience: Audience<M>, position: number, slot: number): void {
    const listeners = this.#listeners.get(slot);
    const last = listeners?.pop();
    if (listeners === undefined || last === undefined) return;
    const place = audience.places[position] as number;
    if (last.audience !== audience) {
      listeners[place] = last;
      last.audience.places[last.position] = place;
    }
    if (listeners.length === 0) this.#listeners.delete(slot);
  }

  /** Slots that anybody wants. */
  wantedSlots(): IterableIterator<number> {
    return this.#listeners.keys();
  }

  get size(): number {
    return this.#byKey.size;
  }

  /** Audiences that the changed slots concern, with `changed` filled; `reset` must follow. */
  touch(changed: readonly number[]): readonly Audience<M>[] {
    for (const slot of changed) {
      for (const { audience, position } of this.#listeners.get(slot) ?? []) {
        if (audience.changed.length === 0) this.#touched.push(audience);
        audience.changed.push(position);
      }
    }
    return this.#touched;
  }

  reset(): void {
    for (const audience of this.#touched) audience.changed = [];
    this.#touched = [];
  }
}

/** Frame with every slot of the audience, shared by all who need it in the same turn. */
export function snapshotFrame<M>(
  audience: Audience<M>,
  store: QuoteStore,
  epoch: number,
  serverTime: number,
): QuoteFrame {
  if (audience.snapshot?.turn !== store.turn) {
    audience.snapshot = {
      turn: store.turn,
      frame: store.encode(audience.slots, audience.modes, epoch, serverTime),
    };
  }
  return audience.snapshot.frame;
}
