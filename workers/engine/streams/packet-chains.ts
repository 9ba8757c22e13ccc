import { compactDate } from "#domain/calendar/ist.ts";
import type { FeedState } from "#protocol/frames/chain-frame.ts";
import type { WrittenExpiry } from "#protocol/frames/strategy-market.ts";
import type { ChainRoot } from "#protocol/generated/records.ts";
import type { DecodeResult, Decoder } from "#wasm/decoder.ts";
import { createStreamPlace, type StreamPlace } from "../chains/stream-place.ts";
import type { ConnectionFacts } from "../connection/relay-link.ts";
import type { Clock } from "../edges.ts";
import type { EngineParts } from "./engine-parts.ts";

/** An expiry as its packets alone left it: no quote has been laid over it, so that it is what a server has at the same place. */
export interface PacketChain {
  readonly underlying: number;
  /** YYYY-MM-DD */
  readonly expiry: string;
  readonly stream: Readonly<Pick<StreamPlace, "status" | "epoch" | "sequence">>;
  /** null before the first snapshot, as are the rows. */
  readonly root: ChainRoot | null;
  /** Device's clock when the newest packet came; epoch ms. */
  readonly receivedAt: number;
  /** Counts changes. */
  readonly version: number;
}

interface PacketChains {
  /** Keeps these and no others. What is held and not watched is stale until its snapshot comes again. */
  keep(held: readonly PacketId[], watched: readonly PacketId[]): void;
  /** A chain message has been decoded. @returns whether any that is kept is another */
  take(result: DecodeResult): boolean;
  get(id: PacketId): PacketChain | undefined;
  stateOf(chain: PacketChain): FeedState;
  /** What a frame says of it. */
  written(chain: PacketChain): WrittenExpiry;
  /** The relay refuses the chain's stream. */
  refuse(chain: PacketChain): void;
  /** The connection is gone. */
  lost(): void;
  all(): Iterable<PacketChain>;
}

export interface PacketId {
  readonly underlying: number;
  readonly expiry: string;
}

interface Kept extends PacketChain {
  readonly stream: StreamPlace;
  root: ChainRoot | null;
  receivedAt: number;
  version: number;
  words: Int32Array;
  heardAt: number;
}

const keyOf = ({ underlying, expiry }: PacketId): string => `${underlying}.${compactDate(expiry)}`;
export function createPacketChains(edges: {
  readonly clock: Clock;
  readonly decoder: Decoder;
  readonly parts: EngineParts;
  facts(): ConnectionFacts;
  /** The chain's snapshot is needed again. */
  resend(chain: PacketId): void;
}): PacketChains {
  const { clock, decoder, parts, resend } = edges;
  const chains = new Map<string, Kept>();

  function gap(chain: Kept): false {
    if (chain.stream.miss() !== "asked") resend(chain);
    return false;
  }

  function adopt(chain: Kept, root: ChainRoot, stamp: DecodeResult): true {
    chain.root = root;
    chain.stream.reach(stamp.epoch, stamp.sequence);
    chain.receivedAt = clock.now();
    chain.version++;
    return true;
  }

  function takeSnapshot(chain: Kept, root: ChainRoot, stamp: DecodeResult): boolean {
    if (!parts.isWholeSnapshot(decoder.chain, root)) return gap(chain);
    const { stream } = chain;
    if (stream.epoch === stamp.epoch && stamp.sequence < stream.sequence) {
      stream.confirm();
      return true;
    }
    chain.words = parts.copyRows(decoder.chain);
    stream.sync();
    return adopt(chain, root, stamp);
  }

  function takeDelta(chain: Kept, root: ChainRoot, stamp: DecodeResult): boolean {
    const { stream, words } = chain;
    if (stamp.epoch === stream.epoch && stamp.sequence <= stream.sequence) return false;
    const isNext = chain.root !== null && stream.isNext(stamp.epoch, stamp.sequence);
    if (!isNext || !parts.mergeRows(words, decoder.chain)) return gap(chain);
    return adopt(chain, root, stamp);
  }

  function make({ underlying, expiry }: PacketId): Kept {
    return {
      underlying,
      expiry,
      stream: createStreamPlace(clock),
      root: null,
      words: new Int32Array(0),
      receivedAt: Number.NaN,
      heardAt: Number.NaN,
      version: 0,
    };
  }

  return {
    keep(held, watched) {
      const wanted = new Set(held.map(keyOf));
      const seen = new Set(watched.map(keyOf));
      for (const key of chains.keys()) if (!wanted.has(key)) chains.delete(key);
      for (const id of held) if (!chains.has(keyOf(id))) chains.set(keyOf(id), make(id));
      for (const [key, chain] of chains) {
        if (!seen.has(key)) chain.stream.lost();
        // Where a view of the chain is open already, the relay has no reason to say all of it again.
        else if (chain.stream.status === "waiting") resend(chain);
      }
    },
    take(result) {
      if (chains.size === 0) return false;
      const root = decoder.chain.root();
      const chain = chains.get(`${root.underlying}.${root.expiry}`);
      if (chain === undefined) return false;
      chain.heardAt = clock.monotonic();
      return parts.isSnapshot(root) ? takeSnapshot(chain, root, result) : takeDelta(chain, root, result);
    },
    get: (id) => chains.get(keyOf(id)),
    stateOf(given) {
      const chain = given as Kept;
      const { root, stream, words } = chain;
      const now = clock.monotonic();
      return parts.feedState(edges.facts(), {
        status: stream.status,
        hasData: root !== null,
        rows: parts.countRows(words),
        inSession: root !== null && parts.isInSession(root),
        delayed: root !== null && parts.isDelayed(root),
        silence: now - chain.heardAt,
        gapAge: stream.status === "gap" ? now - stream.gapAt : 0,
      });
    },
    written(given) {
      const { expiry, root, words, stream } = given as Kept;
      const { epoch, sequence } = stream;
      return {
        expiry: compactDate(expiry),
        state: this.stateOf(given),
        packet: root === null ? null : { epoch, sequence, root, words, rows: parts.countRows(words) },
      };
    },
    refuse: (chain) => (chain as Kept).stream.refuse(),
    lost() {
      for (const { stream } of chains.values()) stream.lost();
    },
    all: () => chains.values(),
  };
}
