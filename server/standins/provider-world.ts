import { randomBytes } from "node:crypto";
import type { Clock } from "../brokers/breaker.ts";
import type { Book, BookMarket } from "./book.ts";
import type { Grant } from "./grants.ts";
import { type Listed, NOTHING_LISTED } from "./listed.ts";
import { type BookPrices, pricedBook } from "./priced-book.ts";
import {
  freshAccount,
  namedAccounts,
  type SandboxAccount,
  type SandboxProvider,
} from "./sandbox-accounts.ts";
import { createSandboxSessions, type SandboxSessions } from "./sandbox-sessions.ts";
import { createTickets } from "./sandbox-tickets.ts";

export interface SandboxOptions {
  /** read at each request; an inactive sandbox answers 404 to everything */
  readonly isActive: () => boolean;
  /** whether an origin is this site's own: redirect addresses may name no other */
  readonly allowsOrigin: (origin: string) => boolean;
  /** wall clock */
  readonly clock?: Clock;
  /** the market's time, by which contracts of the accounts live; the wall clock unless given */
  readonly marketTime?: () => number;
  /** last price of an underlying, rupees; null while it is not known */
  readonly spotOf?: (symbol: string) => number | null;
  /** the market that books are priced by; without it a model does */
  readonly prices?: BookPrices;
  /** the contracts of the market; without it nothing is listed */
  readonly listed?: () => Promise<Listed>;
  readonly random?: (count: number) => Uint8Array;
}

/** One provider's side of the sandbox: who there is, and what was handed out. */
export interface ProviderWorld {
  readonly named: readonly SandboxAccount[];
  /** an account by id, named or fresh */
  account(id: string): SandboxAccount | null;
  fresh(): SandboxAccount;
  /** Hands out a code for a grant; an expired one was never valid. */
  issue(grant: Grant, code: string, lifeMs: number): void;
  /** Takes the grant of a code, once; while the provider is "down" nothing is taken. */
  redeem(code: string): Grant | null;
  readonly sessions: SandboxSessions;
  /** a secret name of letters and digits */
  secret(length: number): string;
  book(account: SandboxAccount): Promise<Book>;
  /** the market that books and margins are of */
  market(): BookMarket;
  listed(): Promise<Listed>;
  readonly clock: Clock;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const MOST_FRESH = 2_000;
/** Fresh accounts are forgotten after this; the product keeps what it knows of them. */
const FRESH_LIFE_MS = 14 * 24 * 3_600_000;

export function createWorld(provider: SandboxProvider, options: SandboxOptions): ProviderWorld {
  const { clock = Date.now, random = randomBytes } = options;
  const marketTime = options.marketTime ?? clock;
  const market = (): BookMarket => ({ now: marketTime(), spotOf: options.spotOf ?? (() => null) });
  const named = namedAccounts(provider);
  const grants = createTickets<Grant>(clock);
  const freshOnes = createTickets<SandboxAccount>(clock, MOST_FRESH);

  function secret(length: number): string {
    let text = "";
    // 248 is the largest multiple of 62 in a byte: no letter is likelier than another.
    while (text.length < length) {
      for (const byte of random(length * 2)) {
        if (byte < 248 && text.length < length) text += ALPHABET[byte % ALPHABET.length];
      }
    }
    return text;
  }

  return {
    named,
    clock,
    issue: (grant, code, lifeMs) => grants.put(code, grant, grant.outcome === "expired" ? 0 : lifeMs),
    redeem(code) {
      const waiting = grants.get(code);
      return waiting?.outcome === "down" ? waiting : grants.take(code);
    },
    sessions: createSandboxSessions(clock, secret),
    account: (id) => named.find((each) => each.id === id) ?? freshOnes.get(id),
    fresh() {
      const account = freshAccount(provider, random);
      freshOnes.put(account.id, account, FRESH_LIFE_MS);
      return account;
    },
    secret,
    market,
    book: (account) => pricedBook(account.book, market(), options.prices),
    listed: options.listed ?? (() => Promise.resolve(NOTHING_LISTED)),
  };
}
