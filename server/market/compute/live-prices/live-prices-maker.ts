import { createHash } from "node:crypto";
import { fromCompactDate } from "#domain/calendar/ist.ts";
import { CHAIN_STATES } from "#domain/chain/flags.ts";
import { futureOi } from "#domain/chain/measures.ts";
import type { PricingKernel } from "#domain/pricing/kernel-port.ts";
import { known } from "#protocol/http/figures.ts";
import type { LivePrices } from "#protocol/http/live-prices.ts";
import type { LivePricesAnswer } from "../../bus/compute-questions.ts";
import { newestRoot, type ReadChain, versionOf } from "../snapshot/read-chains.ts";
import type { MarketSnapshot } from "../snapshot/snapshots.ts";
import { createGreekRoom, liveExpiry } from "./expiry.ts";

/** An answer is put together in slices: a request for a strategy must not wait for all of a large chain. */
const SLICE_MS = 2;
/** Underlyings whose expiries are kept as text; the one that was asked for longest ago goes first. */
const MOST_KEPT = 32;

interface LivePricesMaker {
  /** The answer of live_derivative_prices; its JSON is null when `etag` names it. */
  answer(snapshot: MarketSnapshot, etag: string | null): Promise<LivePricesAnswer>;
}

interface Member {
  readonly version: string;
  readonly text: string;
}

/** Changes whenever a figure of any expiry does. */
function liveEtag({ version }: MarketSnapshot): string {
  return createHash("sha256").update(version).digest("base64url").slice(0, 22);
}

function headOf(
  { listed, chains, quotes }: MarketSnapshot,
  etag: string,
): Omit<LivePrices, "per_expiry_data"> {
  const newest = newestRoot(chains);
  const { token } = listed.underlying;
  const futures = listed.linear.filter((each) => each !== token);
  const oi = futures.map((each) => quotes.get(each)?.openInterest ?? 0);
  return {
    underlying_token: token,
    underlying_price: known(newest?.spot ?? Number.NaN),
    state: CHAIN_STATES[newest?.state ?? -1] ?? null,
    future_oi: futures.length === 0 ? null : futureOi(oi),
    last_updated_at: newest?.marketTime ?? 0,
    etag,
  };
}

/** Puts answers together; an expiry that has not moved is not written anew. */
export function createLivePricesMaker(kernel: PricingKernel): LivePricesMaker {
  const room = createGreekRoom(kernel);
  const kept = new Map<number, Map<number, Member>>();

  function membersOf(token: number): Map<number, Member> {
    const members = kept.get(token) ?? new Map<number, Member>();
    kept.delete(token);
    kept.set(token, members);
    const oldest = kept.keys().next().value;
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return members;
  }

  function textOf(chain: ReadChain, snapshot: MarketSnapshot, members: Map<number, Member>): string {
    const { expiry } = chain.view.root;
    const version = versionOf(chain);
    const held = members.get(expiry);
    if (held?.version === version) return held.text;
    const data = liveExpiry(chain, snapshot, room);
    const text = `${JSON.stringify(fromCompactDate(expiry))}:${JSON.stringify(data)}`;
    members.set(expiry, { version, text });
    return text;
  }

  return {
    async answer(snapshot, asked) {
      const { chains, listed } = snapshot;
      if (chains.length === 0) return null;
      const etag = liveEtag(snapshot);
      if (etag === asked) return { etag, json: null };
      const members = membersOf(listed.underlying.token);
      const texts: string[] = [];
      let end = performance.now() + SLICE_MS;
      for (const chain of chains) {
        if (performance.now() >= end) {
          await new Promise((resolve) => setImmediate(resolve));
          end = performance.now() + SLICE_MS;
        }
        texts.push(textOf(chain, snapshot, members));
      }
      const listedExpiries = new Set(chains.map(({ view }) => view.root.expiry));
      for (const expiry of members.keys()) if (!listedExpiries.has(expiry)) members.delete(expiry);
      const head = JSON.stringify(headOf(snapshot, etag)).slice(0, -1);
      const json = `{"data":${head},"per_expiry_data":{${texts.join()}}},"etag":${JSON.stringify(etag)}}`;
      return { etag, json: Buffer.from(json) };
    },
  };
}
