import { and, desc, eq, isNull, lte } from "drizzle-orm";
import type { Executor } from "../../platform/store/database.ts";
import { strategyLinks } from "./schema.ts";

export interface StoredLink {
  readonly id: string;
  readonly isShared: boolean;
  readonly content: string;
  readonly summary: string;
  readonly sketch: string | null;
  readonly createdAt: number;
  /** the last opening, its making counted as one; to the day */
  readonly openedAt: number;
  readonly ended: "expired" | "deleted" | null;
}

/** Strategies by link. An ended one is known as ended for a while; what it held is gone at once. */
export interface StrategyLinkRepository {
  /** @returns false when the account has as many of the kind as it may have */
  put(
    link: Pick<StoredLink, "id" | "isShared" | "content" | "summary" | "sketch"> & {
      readonly accountId: string;
      readonly at: number;
    },
    most: number,
  ): Promise<boolean>;
  get(id: string): Promise<StoredLink | null>;
  touch(id: string, at: number): Promise<void>;
  /** Those that the account shares, the newest first. */
  shared(accountId: string): Promise<readonly Omit<StoredLink, "content" | "sketch">[]>;
  /** @returns false when the account has no such link, or it has ended */
  end(accountId: string, id: string, at: number): Promise<boolean>;
  /** Ends what was opened last before `openedBefore` and is not shared; forgets what ended before `endedBefore`. */
  sweep(limits: {
    readonly openedBefore: number;
    readonly endedBefore: number;
    readonly at: number;
  }): Promise<void>;
}

const { id, isShared, content, summary, sketch, createdAt, openedAt, ended } = strategyLinks;
const LISTED = { id, isShared, summary, createdAt, openedAt, ended };
const LINK = { ...LISTED, content, sketch };
const NOTHING = { content: "", summary: "", sketch: null };

export function createStrategyLinks(executor: Executor): StrategyLinkRepository {
  return {
    put: (link, most) =>
      // One statement: two at the same moment may both find room for the last one, which harms nothing.
      executor.write(async ({ query }) => {
        const { accountId, at } = link;
        const { isShared: shared, content: text } = link;
        const values = [link.id, accountId, shared, text, link.summary, link.sketch, at, most];
        const made = await query(
          `insert into strategy_links (id, account_id, is_shared, content, summary, sketch, created_at, opened_at)
           select $1::text, $2::text, $3::boolean, $4::text, $5::text, $6::text, $7::bigint, $7::bigint
           where (select count(*) from strategy_links
                  where account_id = $2 and is_shared = $3 and ended is null) < $8::int
           returning id`,
          values,
        );
        return made.length > 0;
      }),
    get: (which) =>
      executor.read(async ({ db }) => {
        const [row] = await db.select(LINK).from(strategyLinks).where(eq(id, which));
        return row ?? null;
      }),
    touch: (which, at) =>
      executor.write(async ({ db }) => {
        await db
          .update(strategyLinks)
          .set({ openedAt: at })
          .where(and(eq(id, which), isNull(ended)));
      }),
    shared: (accountId) =>
      executor.read(({ db }) =>
        db
          .select(LISTED)
          .from(strategyLinks)
          .where(and(eq(strategyLinks.accountId, accountId), eq(isShared, true), isNull(ended)))
          .orderBy(desc(createdAt), desc(id)),
      ),
    end: (accountId, which, at) =>
      executor.write(async ({ db }) => {
        const gone = await db
          .update(strategyLinks)
          .set({ ...NOTHING, ended: "deleted", endedAt: at })
          .where(and(eq(id, which), eq(strategyLinks.accountId, accountId), isNull(ended)))
          .returning({ id });
        return gone.length > 0;
      }),
    sweep: ({ openedBefore, endedBefore, at }) =>
      executor.transaction(async ({ db }) => {
        await db
          .update(strategyLinks)
          .set({ ...NOTHING, ended: "expired", endedAt: at })
          .where(and(eq(isShared, false), isNull(ended), lte(openedAt, openedBefore)));
        await db.delete(strategyLinks).where(lte(strategyLinks.endedAt, endedBefore));
      }),
  };
}
