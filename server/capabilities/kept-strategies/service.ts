import { AppError } from "#domain/errors.ts";
import { type ExpirySettlement, isOverOn } from "#domain/strategy/kept/settled.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { KeptContent } from "#protocol/http/kept-content.ts";
import type {
  KeptHead,
  KeptListResponse,
  KeptResponse,
  KeptSummary,
} from "#protocol/http/kept-strategies.ts";
import { contentOf, contentText, summaryOf, summaryText } from "./content.ts";
import { freeNames, strategyName } from "./names.ts";
import type { KeptStrategyRepository, StoredHead } from "./repository.ts";

/** An account may keep so many (rule KEEP-6). */
export const MOST_STRATEGIES = 200;
/** A deletion can be undone for so long (rule KEEP-9). */
export const UNDO_MS = 10 * 60_000;

/** What the market says of days that are over. */
export interface MarketPast {
  /** market day */
  today(): IsoDate;
  /** What the expiries of an underlying settled at; nothing while the market cannot say. */
  settlementsOf(underlying: string): Promise<readonly ExpirySettlement[]>;
}

interface KeptStrategyPorts {
  readonly strategies: KeptStrategyRepository;
  readonly past: MarketPast;
  readonly clock: () => number;
}

/** Saved strategies of an account (rules KEEP-5 to KEEP-9); all of it throws AppError storage.* besides. */
export interface KeptStrategyService {
  list(accountId: string): Promise<KeptListResponse["data"]>;
  /** @throws AppError strategy.not_found, strategy.unreadable */
  open(accountId: string, id: string): Promise<KeptResponse["data"]>;
  /** @throws AppError request.invalid for a name, request.too_large, strategy.name_taken, strategy.too_many */
  create(accountId: string, name: string, content: KeptContent): Promise<KeptHead>;
  /** @throws AppError request.too_large, strategy.not_found, strategy.changed with the newer revision */
  update(accountId: string, id: string, revision: number, content: KeptContent): Promise<KeptHead>;
  /** @throws AppError request.invalid, strategy.name_taken, strategy.not_found */
  rename(accountId: string, id: string, name: string): Promise<KeptHead>;
  /** @throws AppError strategy.not_found */
  remove(accountId: string, id: string): Promise<void>;
  /** @throws AppError strategy.not_found, also when it was deleted too long ago; strategy.too_many */
  restore(accountId: string, id: string): Promise<KeptHead>;
}

const headOf = ({ id, name, revision, createdAt, updatedAt }: StoredHead): KeptHead => ({
  id,
  name,
  revision,
  created_at: createdAt,
  updated_at: updatedAt,
});

const notFound = (): AppError =>
  new AppError("strategy.not_found", "This strategy is not among your saved ones. It may have been deleted.");
const tooMany = (): AppError =>
  new AppError(
    "strategy.too_many",
    `${MOST_STRATEGIES} strategies are saved, which is all there is room for. Delete one to make room.`,
    { most: MOST_STRATEGIES },
  );
const nameTaken = (name: string): AppError =>
  new AppError("strategy.name_taken", "A saved strategy has this name already. Choose another one.", {
    name,
  });

/** Most of a list is about a few underlyings. @returns asks for each of them once, however often it is asked */
function onceEach<T>(ask: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const asked = new Map<string, Promise<T>>();
  return (name) => {
    const answer = asked.get(name) ?? ask(name);
    asked.set(name, answer);
    return answer;
  };
}

export function createKeptStrategyService({
  strategies,
  past,
  clock,
}: KeptStrategyPorts): KeptStrategyService {
  /** Of the expiries of these legs that are over. */
  async function settlementsFor(
    underlying: string,
    legs: readonly { readonly expiry: IsoDate | null }[],
    today: IsoDate,
    settlementsOf: MarketPast["settlementsOf"] = past.settlementsOf,
  ): Promise<ExpirySettlement[]> {
    const over = new Set(legs.filter((leg) => isOverOn(leg, today)).map(({ expiry }) => expiry));
    if (over.size === 0) return [];
    return (await settlementsOf(underlying)).filter(({ expiry }) => over.has(expiry));
  }

  async function listed(
    stored: StoredHead & { readonly summary: string },
    today: IsoDate,
    settlementsOf: MarketPast["settlementsOf"],
  ): Promise<KeptSummary> {
    const summary = summaryOf(stored.summary, stored.updatedAt);
    const { underlying, legs } = summary;
    return {
      ...headOf(stored),
      underlying,
      kept_on: summary.keptOn,
      first_expiry: summary.firstExpiry,
      last_expiry: summary.lastExpiry,
      leg_count: summary.legCount,
      legs,
      manual_pnl: summary.manualPnl,
      settlements: await settlementsFor(underlying, legs, today, settlementsOf),
    };
  }

  return {
    async list(accountId) {
      const today = past.today();
      const all = await strategies.list(accountId);
      const settlementsOf = onceEach(past.settlementsOf);
      const read = await Promise.all(all.map((stored) => listed(stored, today, settlementsOf)));
      return { strategies: read, most: MOST_STRATEGIES, today };
    },
    async open(accountId, id) {
      const stored = await strategies.get(accountId, id);
      if (stored === null) throw notFound();
      const strategy = contentOf(stored.content);
      const today = past.today();
      const settlements = await settlementsFor(strategy.underlying, strategy.legs, today);
      return { ...headOf(stored), strategy, settlements, today };
    },
    async create(accountId, text, content) {
      const name = strategyName(text);
      const texts = { summary: summaryText(content), content: contentText(content) };
      const made = await strategies.create({ ...name, ...texts, accountId, at: clock() }, MOST_STRATEGIES);
      if (made === "too_many") throw tooMany();
      if (made === "name_taken") throw nameTaken(name.name);
      return headOf(made);
    },
    async update(accountId, id, revision, content) {
      const texts = { summary: summaryText(content), content: contentText(content) };
      const made = await strategies.update({ ...texts, accountId, id, revision, at: clock() });
      if (made === "not_found") throw notFound();
      if ("changed" in made) {
        const message =
          "This strategy was saved elsewhere since it was opened here. Save yours under another name, or open the newer one.";
        const { revision: newer, updated_at } = headOf(made.changed);
        throw new AppError("strategy.changed", message, { revision: newer, updated_at });
      }
      return headOf(made);
    },
    async rename(accountId, id, text) {
      const name = strategyName(text);
      const made = await strategies.rename(accountId, id, name);
      if (made === "not_found") throw notFound();
      if (made === "name_taken") throw nameTaken(name.name);
      return headOf(made);
    },
    async remove(accountId, id) {
      if (!(await strategies.remove(accountId, id, clock()))) throw notFound();
    },
    async restore(accountId, id) {
      const which = { accountId, id, since: clock() - UNDO_MS };
      const made = await strategies.restore(which, freeNames, MOST_STRATEGIES);
      if (made === "not_found") throw notFound();
      if (made === "too_many") throw tooMany();
      return headOf(made);
    },
  };
}
