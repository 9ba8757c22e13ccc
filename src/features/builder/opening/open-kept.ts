/** Opens what the address asks for: a saved strategy, or what a link holds. Loaded when there is something to open. */

import type { DataSource, DataSourceMeta } from "#domain/strategy/analyzer/model.ts";
import { bringBack } from "#domain/strategy/kept/bring-back.ts";
import type { KeptStrategy } from "#domain/strategy/kept/content.ts";
import { loadOf } from "#domain/strategy/kept/load.ts";
import { open as openStrategy } from "#protocol/generated/http/calls/kept-strategies/open.ts";
import { open as openLink } from "#protocol/generated/http/calls/strategy-links/open.ts";
import { KeptContent } from "#protocol/generated/http/shapes/kept-content.ts";
import type { Analyzer } from "../../../analyzer/analyzer.ts";
import { api } from "../../../api/site-api.ts";
import type { Keeping } from "../kept/keeping.ts";
import { marketNow } from "../kept/market-now.ts";
import { remember, remembered } from "../kept/remembered.ts";
import { signatureOf } from "../kept/signature.ts";
import type { Wanted } from "../search-params.ts";
import { failureOf, type OpeningFailure } from "./failures.ts";

/** What was fetched, and how it is put before the trader. */
export interface Fetched {
  readonly symbol: string;
  /** Once the instruments of the underlying are there. */
  readonly begin: (analyzer: Analyzer, keeping: Keeping) => void;
}

export type OpeningOutcome =
  | { readonly ok: true; readonly fetched: Fetched }
  | { readonly ok: false; readonly failure: OpeningFailure };

const isKept = (value: unknown): value is KeptStrategy => KeptContent(value) === null;

interface Kept {
  readonly wanted: Wanted;
  readonly strategy: KeptStrategy;
  readonly as: { readonly source: DataSource; readonly meta: DataSourceMeta | null };
  /** 0 for a link. */
  readonly revision: number;
}

/** Puts a kept strategy in place of what is there. */
function load({ wanted, strategy, as, revision }: Kept, analyzer: Analyzer, keeping: Keeping): void {
  const instance = analyzer.instance();
  const { contracts } = analyzer.state;
  if (instance === null || contracts === null) return;
  if (instance.positions.length > 0) analyzer.dispatch({ type: "clear-positions" });
  const { actions, settings, notes } = loadOf(strategy, contracts, { as });
  for (const action of actions) analyzer.dispatch(action);
  analyzer.adoptSettings(settings);
  keeping.notes = notes;
  const signature = signatureOf(analyzer.instance() ?? instance, marketNow(analyzer));
  remember({ ...wanted, revision, signature });
  mark({ wanted, strategy, as, revision }, signature, keeping);
}

function mark({ wanted, strategy, as, revision }: Kept, signature: string, keeping: Keeping): void {
  const { id } = wanted;
  const isLink = wanted.kind === "link";
  keeping.link = isLink ? { id, strategy, signature } : null;
  keeping.strategy = isLink
    ? null
    : { id, name: as.meta?.name ?? "", revision, signature, keptOn: strategy.keptOn };
}

/** After a reload the draft is what was worked on, with what was changed and not saved yet. */
function begin(kept: Kept, analyzer: Analyzer, keeping: Keeping): void {
  const { wanted, strategy, revision } = kept;
  const known = remembered(wanted);
  const instance = analyzer.instance();
  const { contracts } = analyzer.state;
  if (known === null || instance === null || contracts === null || instance.legs.length === 0) {
    return load(kept, analyzer, keeping);
  }
  const isOfStrategy = instance.dataSource === "SAVED_STRATEGY" && instance.dataSourceMeta?.id === wanted.id;
  const isChanged = signatureOf(instance, marketNow(analyzer)) !== known.signature;
  if (wanted.kind === "strategy" && (!isOfStrategy || (!isChanged && revision !== known.revision))) {
    return load(kept, analyzer, keeping);
  }
  keeping.notes = bringBack(strategy.legs, contracts).notes;
  mark({ ...kept, revision: known.revision }, known.signature, keeping);
}

const opened = (kept: Kept): OpeningOutcome => ({
  ok: true,
  fetched: {
    symbol: kept.strategy.underlying,
    begin: (analyzer, keeping) => begin(kept, analyzer, keeping),
  },
});

const failed = (kind: OpeningFailure["kind"], of: Wanted["kind"]): OpeningOutcome => ({
  ok: false,
  failure: { kind, of, message: null },
});

async function strategyOf(wanted: Wanted, signal: AbortSignal): Promise<OpeningOutcome> {
  const { data } = await api.call(openStrategy, { params: { id: wanted.id } }, { signal });
  const { name, revision, strategy } = data;
  const as = { source: "SAVED_STRATEGY", meta: { id: wanted.id, name } } as const;
  return opened({ wanted, strategy, as, revision });
}

/** Another's saved strategy is nothing that could be saved again under its name. */
function sourceOfLink({ source, meta }: KeptStrategy): Kept["as"] {
  return source === "SAVED_STRATEGY" ? { source: "UNSAVED_STRATEGY", meta } : { source, meta };
}

async function strategyOfLink(wanted: Wanted, signal: AbortSignal): Promise<OpeningOutcome> {
  const { data } = await api.call(openLink, { params: { id: wanted.id } }, { signal });
  if (data === null) return failed("not_allowed", "link");
  const strategy: unknown = JSON.parse(data);
  if (!isKept(strategy)) return failed("unreadable", "link");
  return opened({ wanted, strategy, as: sourceOfLink(strategy), revision: 0 });
}

const IDS: Readonly<Record<Wanted["kind"], RegExp>> = {
  strategy: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  link: /^[A-Za-z0-9_-]{24}$/,
};

/** @throws AbortError when `signal` says so */
export async function openKept(wanted: Wanted, signal: AbortSignal): Promise<OpeningOutcome> {
  if (!IDS[wanted.kind].test(wanted.id)) return failed("malformed", wanted.kind);
  try {
    return await (wanted.kind === "link" ? strategyOfLink : strategyOf)(wanted, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    return { ok: false, failure: failureOf(error, wanted.kind) };
  }
}

/** The saved strategy as it is kept, whatever was made of it since; what was made of it is a step back. */
export async function reopen(id: string, analyzer: Analyzer, keeping: Keeping): Promise<void> {
  const { data } = await api.call(openStrategy, { params: { id } });
  const { name, revision, strategy } = data;
  const as = { source: "SAVED_STRATEGY", meta: { id, name } } as const;
  load({ wanted: { kind: "strategy", id }, strategy, as, revision }, analyzer, keeping);
}

/** The strategy of a link as it was shared, whatever was made of it since. */
export function loadAsShared(link: NonNullable<Keeping["link"]>, analyzer: Analyzer, keeping: Keeping): void {
  const wanted = { kind: "link", id: link.id } as const;
  load({ wanted, strategy: link.strategy, as: sourceOfLink(link.strategy), revision: 0 }, analyzer, keeping);
}
