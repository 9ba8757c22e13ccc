import { accounts, brokerTokens, preferences, sessions } from "./accounts.ts";
import { audit } from "./audit.ts";
import { historyBlocks, historyCloses, historyExpiries } from "./history.ts";
import { subscriptions } from "./subscriptions.ts";
import { tickets } from "./tickets.ts";

/** Every table; a backup holds them all. */
export const TABLES = [
  accounts,
  sessions,
  brokerTokens,
  preferences,
  tickets,
  subscriptions,
  audit,
  historyBlocks,
  historyCloses,
  historyExpiries,
] as const;
