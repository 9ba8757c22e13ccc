import type { Transaction } from "../../platform/store/transaction.ts";
import type { AccountRepository } from "./accounts.ts";
import type { AuditRepository } from "./audit.ts";
import type { BrokerTokenRepository } from "./broker-tokens.ts";
import type { SessionRepository } from "./sessions.ts";
import type { TicketRepository } from "./tickets.ts";

/** What identity keeps. Its parts take the repositories that they use. */
export interface IdentityRepositories {
  readonly accounts: AccountRepository;
  readonly sessions: SessionRepository;
  readonly tickets: TicketRepository;
  readonly brokerTokens: BrokerTokenRepository;
  readonly audit: AuditRepository;
}

export interface IdentityStore extends IdentityRepositories {
  readonly transaction: Transaction<IdentityRepositories>;
  /** resolves when storage has answered for the first time; never rejects */
  opened(): Promise<void>;
}
