import { getTableConfig } from "drizzle-orm/pg-core";
import { builderSettings } from "../../capabilities/builder-settings/schema.ts";
import { candleScans, candleSignals } from "../../capabilities/candles/schema.ts";
import { chainSettings } from "../../capabilities/chain-settings/schema.ts";
import { banLists, eventImports, marketEvents } from "../../capabilities/events/schema.ts";
import { keptStrategies, strategyLinks } from "../../capabilities/kept-strategies/schema.ts";
import { preferences } from "../../capabilities/preferences/schema.ts";
import { subscriptions } from "../../capabilities/subscriptions/schema.ts";
import { accounts, brokerTokens, sessions } from "../../identity/schema/accounts.ts";
import { audit } from "../../identity/schema/audit.ts";
import { auditSeals } from "../../identity/schema/audit-seals.ts";
import { tickets } from "../../identity/schema/tickets.ts";
import { historyDaily } from "../../market/history/daily/schema.ts";
import {
  historyBlocks,
  historyCloses,
  historyExpiries,
  historySettlements,
} from "../../market/history/schema.ts";
import { jobs } from "../../platform/jobs/schema.ts";

/** Every table; a backup holds them all. */
const TABLES = [
  accounts,
  sessions,
  brokerTokens,
  preferences,
  builderSettings,
  chainSettings,
  marketEvents,
  banLists,
  eventImports,
  keptStrategies,
  strategyLinks,
  tickets,
  subscriptions,
  audit,
  auditSeals,
  historyBlocks,
  historyCloses,
  historyExpiries,
  historySettlements,
  historyDaily,
  candleSignals,
  candleScans,
  jobs,
] as const;

export const TABLE_NAMES: readonly string[] = TABLES.map((table) => getTableConfig(table).name);
