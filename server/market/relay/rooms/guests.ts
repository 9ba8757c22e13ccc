import { AppError } from "#domain/errors.ts";
import { CLOSE, type CloseCode } from "#protocol/control/close-codes.ts";
import type { Identity } from "../../../identity/identity.ts";
import { addressKey } from "../../../platform/http/addresses.ts";
import type { Log } from "../../../platform/lib/log.ts";
import type { RelayClient } from "../clients/relay-client.ts";
import { newShare, type Share, type ShareLimits } from "../clients/share.ts";

/** Longer than any answer takes to the question whose a session is. */
const REMEMBERED_MS = 60_000;

/** Asks who a connection is, once more. */
export type Identify = () => Promise<Identity> | Identity;

interface GuestsOptions {
  /** connections that one anonymous address may hold */
  readonly perAddress: number;
  /** connections that one account may hold, from wherever */
  readonly perAccount: number;
  /** what all of these may hold together */
  readonly share: ShareLimits;
  /** a session is asked about again after this long at the latest, ms */
  readonly checkMs: number;
  /** epoch ms */
  readonly wallNow: () => number;
  /** ends connections whose session has ended */
  readonly onEnded: (client: RelayClient) => void;
  /** ends a connection that turns out to be an account's: its next one gets the market of that account */
  readonly onKnown: (client: RelayClient) => void;
  readonly log: Log;
}

/** The connections of one session. */
interface Party {
  readonly id: string;
  readonly clients: Set<RelayClient>;
  identify: Identify;
  /** epoch ms */
  checkAt: number;
  /** when it is over unless the API says that it was prolonged, epoch ms */
  endsAt: number;
  isChecking: boolean;
}

/** First wait before a stranger with a session's cookie is asked about again; it doubles, up to `checkMs`. */
const FIRST_DOUBT_MS = 1_000;

/** A visitor who showed a session's cookie: it is dead, or it could not be known whose it is. */
interface Doubt {
  readonly client: RelayClient;
  readonly identify: Identify;
  waitMs: number;
  /** epoch ms */
  checkAt: number;
  isChecking: boolean;
}

/** Who is connected: counts by account and address, and ends connections whose session ends while they are open. */
export class Guests {
  readonly #options: GuestsOptions;
  readonly #shares = new Map<string, Share>();
  readonly #parties = new Map<string, Party>();
  readonly #doubts = new Map<RelayClient, Doubt>();
  /** those whom a widget's token let in, and until when it does, epoch ms */
  readonly #proved = new Map<RelayClient, number>();
  /** sessions that ended lately, and when */
  readonly #ended = new Map<string, number>();

  constructor(options: GuestsOptions) {
    this.#options = options;
  }

  /** What an account holds wherever it is, and the strangers of an address hold together: of IPv6 a network of 64 bits. */
  shareOf({ accountId }: Pick<Identity, "accountId">, address: string): Share {
    const key = accountId === null ? `address ${addressKey(address)}` : `account ${accountId}`;
    return this.#shares.get(key) ?? newShare(key, this.#options.share);
  }

  /**
   * @param hasCookie a session's cookie was shown
   * @returns null for a client that is let in, else the code to close with
   */
  enter(client: RelayClient, identify: Identify, hasCookie: boolean): CloseCode | null {
    const { perAccount, perAddress } = this.#options;
    // Its end may have been said while it was being asked who this is.
    if (client.identity.sessionId !== null && this.#ended.has(client.identity.sessionId)) {
      return CLOSE.sessionEnded;
    }
    const { share } = client;
    const most = client.identity.accountId === null ? perAddress : perAccount;
    if (share.connections >= most) return CLOSE.limit;
    share.connections++;
    this.#shares.set(share.key, share);
    const { sessionId, provedForMs } = client.identity;
    if (provedForMs !== undefined) this.#proved.set(client, this.#options.wallNow() + provedForMs);
    if (sessionId !== null) this.#join(sessionId, client, identify);
    else if (hasCookie) {
      const checkAt = this.#options.wallNow() + FIRST_DOUBT_MS;
      this.#doubts.set(client, { client, identify, waitMs: FIRST_DOUBT_MS, checkAt, isChecking: false });
    }
    return null;
  }

  /** To be called once for every client that was let in. */
  leave(client: RelayClient): void {
    const { share } = client;
    share.connections--;
    if (share.connections === 0) this.#shares.delete(share.key);
    this.#doubts.delete(client);
    this.#proved.delete(client);
    const { sessionId } = client.identity;
    const party = sessionId === null ? undefined : this.#parties.get(sessionId);
    if (party === undefined) return;
    party.clients.delete(client);
    if (party.clients.size === 0) this.#parties.delete(party.id);
  }

  /** Signed out, revoked or expired. @returns connections ended */
  endSession(sessionId: string): number {
    this.#ended.set(sessionId, this.#options.wallNow());
    const clients = [...(this.#parties.get(sessionId)?.clients ?? [])];
    for (const client of clients) this.#options.onEnded(client);
    return clients.length;
  }

  /**
   * Asks about sessions whose time has come: they may have expired, or this relay did not hear of their end.
   */
  check(): void {
    const now = this.#options.wallNow();
    for (const [id, at] of this.#ended) if (now - at > REMEMBERED_MS) this.#ended.delete(id);
    for (const [client, until] of this.#proved) {
      if (now < until) continue;
      this.#proved.delete(client);
      this.#options.onEnded(client);
    }
    for (const party of this.#parties.values()) {
      if (!party.isChecking && now >= party.checkAt) void this.#ask(party);
    }
    for (const doubt of this.#doubts.values()) {
      if (!doubt.isChecking && now >= doubt.checkAt) void this.#clear(doubt);
    }
  }

  /** Storage that was not there yet has come: who was taken for a visitor gets the market that is theirs. */
  async #clear(doubt: Doubt): Promise<void> {
    doubt.isChecking = true;
    const identity = await Promise.resolve(doubt.identify()).catch(() => null);
    doubt.isChecking = false;
    if (!this.#doubts.has(doubt.client)) return;
    if (identity !== null && identity.sessionId !== null) {
      this.#doubts.delete(doubt.client);
      this.#options.onKnown(doubt.client);
      return;
    }
    doubt.waitMs = Math.min(2 * doubt.waitMs, this.#options.checkMs);
    doubt.checkAt = this.#options.wallNow() + doubt.waitMs;
  }

  #join(id: string, client: RelayClient, identify: Identify): void {
    const checkAt = this.#nextCheck(client.identity);
    let party = this.#parties.get(id);
    if (party === undefined) {
      party = { id, clients: new Set(), identify, checkAt, endsAt: Infinity, isChecking: false };
      this.#parties.set(id, party);
    }
    party.clients.add(client);
    party.identify = identify;
    party.checkAt = checkAt;
    party.endsAt = client.identity.expiresAt ?? Infinity;
  }

  #nextCheck({ expiresAt }: Identity): number {
    return Math.min(expiresAt ?? Infinity, this.#options.wallNow() + this.#options.checkMs);
  }

  async #ask(party: Party): Promise<void> {
    party.isChecking = true;
    try {
      const identity = await party.identify();
      if (identity.sessionId !== party.id) this.endSession(party.id);
      // What ends now and is still good has been prolonged; at least a second lies between two questions.
      else {
        party.checkAt = Math.max(this.#nextCheck(identity), this.#options.wallNow() + 1_000);
        party.endsAt = identity.expiresAt ?? Infinity;
      }
    } catch (error) {
      if (error instanceof AppError && /^(?:auth|access)\./.test(error.code)) this.endSession(party.id);
      else {
        // No client is thrown out because a database restarts; nor does one stay on because it is away.
        this.#options.log.warn({ err: error }, "relay: a session could not be asked about");
        const now = this.#options.wallNow();
        if (now >= party.endsAt) this.endSession(party.id);
        else party.checkAt = Math.min(party.endsAt, now + this.#options.checkMs);
      }
    } finally {
      party.isChecking = false;
    }
  }
}
