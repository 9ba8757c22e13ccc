import { MODE_FULL, type QuoteFrame, type QuoteModeRank, type QuoteStore } from "../quote-store.ts";

/** Wanted tokens and their modes. */
export type TokenModes = ReadonlyMap<number, QuoteModeRank>;

/**
 * The clients that want the same tokens in the same modes: a turn's batch is encoded once for all of them.
 */
export interface Audience<M> {
  readonly key: string;
  readonly slots: readonly number[];
  readonly modes: readonly QuoteModeRank[];
  readonly members: Set<M>;
  /** where the audience stands among the listeners of each of its slots */
  readonly places: number[];
  /** this turn's changes, as positions in `slots`, and how many they are */
  readonly positions: Uint32Array;
  count: number;
  /** encoded once a turn at most, for members that join or lag */
  snapshot: { readonly turn: number; readonly frame: QuoteFrame } | null;
}

/** How many slots are gone through in order in the time that one listener takes. */
const SCAN_GAIN = 6;

interface Listener<M> {
  readonly audience: Audience<M>;
  readonly position: number;
}

/** Groups connections by what they want and finds the groups that a changed slot concerns. */
export class Audiences<M> {
  readonly #byKey = new Map<string, Audience<M>>();
  readonly #listeners = new Map<number, Listener<M>[]>();
  #touched: Audience<M>[] = [];
  /** of all audiences together */
  #slotCount = 0;

  /** Puts a member among those who want exactly this. Entries are [slot, mode] pairs in any order. */
  join(member: M, wanted: ReadonlyMap<number, QuoteModeRank>): Audience<M> {
    const slots = [...wanted.keys()].sort((a, b) => a - b);
    const modes = slots.map((slot) => wanted.get(slot) as QuoteModeRank);
    const key = `${slots.join()}|${modes.join("")}`;
    let audience = this.#byKey.get(key);
    if (audience === undefined) {
      const positions = new Uint32Array(slots.length);
      audience = { key, slots, modes, members: new Set(), places: [], positions, count: 0, snapshot: null };
      this.#byKey.set(key, audience);
      this.#slotCount += slots.length;
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
    this.#slotCount -= audience.slots.length;
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

  /** Slots that a client wants. */
  wantedSlots(): IterableIterator<number> {
    return this.#listeners.keys();
  }

  get size(): number {
    return this.#byKey.size;
  }

  /** Slots that are wanted with their book, summed over the members who want them. */
  get books(): number {
    let books = 0;
    for (const { modes, members } of this.#byKey.values()) {
      books += members.size * modes.filter((mode) => mode === MODE_FULL).length;
    }
    return books;
  }

  /**
   * Audiences that the changed slots concern, with `positions` filled; `reset` must follow.
   * @param isChanged whether a slot is among them
   */
  touch(changed: readonly number[], isChanged: (slot: number) => boolean): readonly Audience<M>[] {
    let heard = 0;
    for (const slot of changed) heard += this.#listeners.get(slot)?.length ?? 0;
    // Going through every audience in order costs far less a slot than jumping to each listener.
    if (heard * SCAN_GAIN > this.#slotCount) this.#scan(isChanged);
    else for (const slot of changed) this.#tell(slot);
    return this.#touched;
  }

  #tell(slot: number): void {
    for (const { audience, position } of this.#listeners.get(slot) ?? []) {
      if (audience.count === 0) this.#touched.push(audience);
      audience.positions[audience.count++] = position;
    }
  }

  #scan(isChanged: (slot: number) => boolean): void {
    for (const audience of this.#byKey.values()) {
      const { slots, positions } = audience;
      let count = 0;
      for (let i = 0; i < slots.length; i++) if (isChanged(slots[i] as number)) positions[count++] = i;
      audience.count = count;
      if (count > 0) this.#touched.push(audience);
    }
  }

  reset(): void {
    for (const audience of this.#touched) audience.count = 0;
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
      frame: store.encode({ slots: audience.slots, modes: audience.modes }, epoch, serverTime),
    };
  }
  return audience.snapshot.frame;
}
