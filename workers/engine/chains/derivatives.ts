import { compactDate } from "#domain/calendar/ist.ts";
import type { ChainRoot } from "#protocol/generated/records.ts";
import type { DecodeResult, Decoder } from "#wasm/decoder.ts";
import type { Clock } from "../edges.ts";
import type { StoredChain } from "./engine-store.ts";
import { chainKey, createLiveChain, type KeptChain, type LiveChain } from "./live-chain.ts";
import { createQuoteOverlay, type QuoteOverlay } from "./quote-overlay.ts";

interface DerivativesEvents {
  /** Figures of a chain changed. */
  onChange(): void;
  /** The chain's snapshot is needed again. */
  onGap(chain: LiveChain): void;
  /** Quotes were lost on the way. */
  onQuoteGap(): void;
  /** The feed started anew: instruments may have changed. */
  onEpoch(): void;
}

/**
 * Live state of every expiry that a tab looks at, fed by two streams of one connection: packet 3 (snapshots and deltas) and
 * the quotes of the rows in view, which overlay it.
 */
export interface Derivatives extends Pick<QuoteOverlay<LiveChain>, "watch" | "watched"> {
  open(underlying: number, expiry: string): LiveChain;
  /** Forgets the chain and stops watching its quotes. */
  close(chain: LiveChain): void;
  chains(): Iterable<LiveChain>;
  onChainMessage(result: DecodeResult): void;
  onQuotesMessage(result: DecodeResult): void;
  /** The relay refuses the chain's stream. */
  refuse(chain: LiveChain): void;
  /** Takes what storage has of the chain. */
  restore(chain: LiveChain, stored: StoredChain): void;
  /** Takes figures of the chain that came another way than its stream. */
  replaceRoot(chain: LiveChain, root: ChainRoot): void;
  /** The connection is gone: sequences start anew. */
  lost(): void;
  readonly gaps: number;
}

export function createDerivatives(decoder: Decoder, clock: Clock, events: DerivativesEvents): Derivatives {
  const chains = new Map<string, KeptChain>();
  const overlay = createQuoteOverlay<KeptChain>(decoder);
  let quoteEpoch = -1;
  let quoteSequence = -1;
  let gaps = 0;

  const chainEvents = {
    onChange: events.onChange,
    onGap(chain: LiveChain, isNew: boolean) {
      if (isNew) gaps++;
      events.onGap(chain);
    },
    onReplace: overlay.unwatch,
    onEpoch: events.onEpoch,
  };

  /** The chain as its own part sees it, unless it was closed meanwhile. */
  function kept(chain: LiveChain): KeptChain | undefined {
    const found = chains.get(chain.key);
    return found === chain ? found : undefined;
  }

  /** Quotes of all chains are one stream. */
  function follow({ epoch, sequence }: DecodeResult): void {
    if (quoteEpoch >= 0 && epoch !== quoteEpoch) events.onEpoch();
    else if (quoteEpoch >= 0 && sequence !== (quoteSequence + 1) >>> 0) {
      gaps++;
      events.onQuoteGap();
    }
    quoteEpoch = epoch;
    quoteSequence = sequence;
  }

  return {
    open(underlying, expiry) {
      const key = chainKey(underlying, compactDate(expiry));
      const known = chains.get(key);
      if (known !== undefined) return known;
      const made = createLiveChain(key, underlying, expiry, clock, chainEvents);
      chains.set(key, made);
      return made;
    },
    close(chain) {
      overlay.unwatch(chain);
      chains.delete(chain.key);
    },
    chains: () => chains.values(),
    watch(chain, first, last) {
      const own = kept(chain);
      return own === undefined ? [] : overlay.watch(own, first, last);
    },
    watched: overlay.watched,
    onChainMessage(result) {
      const root = decoder.chain.root();
      chains.get(chainKey(root.underlying, root.expiry))?.take(decoder.chain, root, result);
    },
    onQuotesMessage(result) {
      follow(result);
      for (const chain of overlay.apply(result.serverTime)) chain.quoted(result.serverTime);
    },
    refuse: (chain) => kept(chain)?.stream.refuse(),
    restore: (chain, stored) => kept(chain)?.restore(stored),
    replaceRoot: (chain, root) => kept(chain)?.replaceRoot(root),
    lost() {
      quoteEpoch = -1;
      quoteSequence = -1;
      for (const chain of chains.values()) chain.lost();
    },
    get gaps() {
      return gaps;
    },
  };
}
