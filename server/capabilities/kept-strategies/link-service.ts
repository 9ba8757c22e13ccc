import { randomBytes } from "node:crypto";
import { mayAnalyse } from "#domain/access/analysis.ts";
import { ANONYMOUS } from "#domain/access/brokers.ts";
import type { AccessSubject } from "#domain/access/features.ts";
import { AppError } from "#domain/errors.ts";
import { Sketch } from "#protocol/http/kept-content.ts";
import type { LinkBody, LinkPreview, LinkResponse } from "#protocol/http/strategy-links.ts";
import { jsonReader } from "../../platform/lib/read-json.ts";
import { contentOf, contentText, expiriesOf, summaryOf, summaryText } from "./content.ts";
import type { StoredLink, StrategyLinkRepository } from "./link-repository.ts";

const DAY_MS = 86_400_000;
/** Kept so long from the last opening, which is noted to the day (rule KEEP-11). */
const LINK_DAYS = 30;
export const LINK_MS = (LINK_DAYS + 1) * DAY_MS;
/** An ended link says for so long that it has ended. */
export const ENDED_MS = 180 * DAY_MS;
const MOST_SHARED = 200;
const MOST_UNSHARED = 2_000;
/** 144 bits. */
const ID_BYTES = 18;

interface SharedStrategy {
  readonly id: string;
  readonly underlying: string;
  readonly legs: string[];
  readonly kept_on: string;
  readonly created_at: number;
  readonly opened_at: number;
}

interface StrategyLinkPorts {
  readonly links: StrategyLinkRepository;
  readonly clock: () => number;
}

/** Strategies by link (rules KEEP-10 to KEEP-14); all of it throws AppError storage.* besides. */
export interface StrategyLinkService {
  /** @returns the id that opens it. @throws AppError request.too_large, link.too_many */
  put(accountId: string, body: LinkBody): Promise<string>;
  /**
   * What the caller may be given of it.
   * @throws AppError link.not_found, link.expired, link.deleted, strategy.unreadable
   */
  open(id: string, subject: AccessSubject): Promise<LinkResponse>;
  shared(accountId: string): Promise<SharedStrategy[]>;
  /** @throws AppError link.not_found */
  remove(accountId: string, id: string): Promise<void>;
}

const readSketch = jsonReader(Sketch);

const ENDED: Readonly<Record<"expired" | "deleted", string>> = {
  expired: `This link was not opened for ${LINK_DAYS} days and has ended. Ask for a new one.`,
  deleted: "This link was ended by the account that made it. Ask for a new one.",
};
const notFound = (): AppError =>
  new AppError("link.not_found", "There is no strategy behind this link. Check that it was copied whole.");

function previewOf(link: StoredLink, { broker }: AccessSubject): LinkPreview {
  const content = contentOf(link.content);
  return {
    needs: broker === ANONYMOUS ? "login" : "upgrade",
    underlying: content.underlying,
    kept_on: content.keptOn,
    expiries: expiriesOf(content),
    legs: content.legs.map(({ tradingsymbol, quantity }) => ({
      tradingsymbol,
      action: quantity < 0 ? "SELL" : "BUY",
    })),
    sketch: link.sketch === null ? null : readSketch(link.sketch),
  };
}

export function createStrategyLinkService({ links, clock }: StrategyLinkPorts): StrategyLinkService {
  return {
    async put(accountId, { strategy, is_shared: isShared = false, sketch = null }) {
      const link = {
        id: randomBytes(ID_BYTES).toString("base64url"),
        accountId,
        isShared,
        content: contentText(strategy),
        summary: summaryText(strategy),
        sketch: sketch === null ? null : JSON.stringify(sketch),
        at: clock(),
      };
      const most = isShared ? MOST_SHARED : MOST_UNSHARED;
      if (await links.put(link, most)) return link.id;
      const message = isShared
        ? `${most} strategies are shared, which is all there is room for. End a link to make room.`
        : `${most} strategies wait to be opened, which is all there is room for. They go ${LINK_DAYS} days after they were opened last.`;
      throw new AppError("link.too_many", message, { most });
    },
    async open(id, subject) {
      const link = await links.get(id);
      if (link === null) throw notFound();
      const now = clock();
      const isOver = !link.isShared && link.openedAt <= now - LINK_MS;
      const ended = link.ended ?? (isOver ? "expired" : null);
      if (ended !== null) throw new AppError(`link.${ended}`, ENDED[ended]);
      const answer = mayAnalyse(subject)
        ? { data: JSON.stringify(contentOf(link.content)), preview: null }
        : { data: null, preview: previewOf(link, subject) };
      // An opening that cannot be noted is one all the same; the next one is noted.
      if (now - link.openedAt >= DAY_MS) await links.touch(id, now).catch(() => {});
      return answer;
    },
    async shared(accountId) {
      const all = await links.shared(accountId);
      return all.map(({ id, summary, createdAt, openedAt }) => {
        const { underlying, legs, keptOn } = summaryOf(summary, createdAt);
        return {
          id,
          underlying,
          legs: legs.map(({ tradingsymbol }) => tradingsymbol),
          kept_on: keptOn,
          created_at: createdAt,
          opened_at: openedAt,
        };
      });
    },
    async remove(accountId, id) {
      if (!(await links.end(accountId, id, clock()))) throw notFound();
    },
  };
}
