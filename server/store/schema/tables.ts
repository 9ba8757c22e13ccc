import { accounts, brokerTokens, preferences, sessions } from "./accounts.ts";
import { audit } from "./audit.ts";
import { subscriptions } from "./subscriptions.ts";
import { tickets } from "./tickets.ts";

/** Every table; a backup holds them all. */
export const TABLES = [accounts, sessions, brokerTokens, preferences, tickets, subscriptions, audit] as const;
