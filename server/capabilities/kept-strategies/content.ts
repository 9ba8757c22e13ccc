/** Kept content as text, and as what it says: storage is read through the schema that requests come through. */

import { type Static, Type } from "typebox";
import { istDate } from "#domain/calendar/ist.ts";
import { AppError } from "#domain/errors.ts";
import { KEPT_VERSION } from "#domain/strategy/kept/content.ts";
import { KeptContent, KeptLegSummary, ManualPnl } from "#protocol/http/kept-content.ts";
import { jsonReader } from "../../platform/lib/read-json.ts";

const MOST_BYTES = 64 * 1_024;
/** A list of 200 stays small; of a strategy of more legs it says how many there are. */
const MOST_LISTED_LEGS = 8;

const readContent = jsonReader(KeptContent);
const readVersion = jsonReader(Type.Object({ version: Type.Number() }));

/** What a list shows of a strategy. */
const StoredSummary = Type.Object({
  underlying: Type.String(),
  keptOn: Type.String(),
  firstExpiry: Type.Union([Type.String(), Type.Null()]),
  lastExpiry: Type.Union([Type.String(), Type.Null()]),
  legCount: Type.Integer(),
  legs: Type.Array(KeptLegSummary),
  manualPnl: ManualPnl,
});
type StoredSummary = Static<typeof StoredSummary>;
const readSummary = jsonReader(StoredSummary);

/** Of what another version has written there is no more than this: it is listed, and says why when it is opened. */
export function summaryOf(text: string, writtenAt: number): StoredSummary {
  return (
    readSummary(text) ?? {
      underlying: "",
      keptOn: istDate(writtenAt),
      firstExpiry: null,
      lastExpiry: null,
      legCount: 0,
      legs: [],
      manualPnl: { isChecked: false, pnl: 0 },
    }
  );
}

/** @throws AppError request.too_large */
export function contentText(content: KeptContent): string {
  const text = JSON.stringify(content);
  const bytes = Buffer.byteLength(text);
  if (bytes > MOST_BYTES) {
    const message = `A strategy that is kept may take 64 KiB; this one takes ${Math.ceil(bytes / 1_024)}. Keep it with fewer legs.`;
    throw new AppError("request.too_large", message, { most: MOST_BYTES, bytes });
  }
  return text;
}

/** @throws AppError strategy.unreadable, which says why */
export function contentOf(text: string): KeptContent {
  const content = readContent(text);
  if (content !== null) return content;
  const version = readVersion(text)?.version ?? null;
  const message =
    version !== null && version > KEPT_VERSION
      ? "This strategy was kept by a newer version of the site. Reload the page and open it again."
      : "This strategy was kept in a form that can be read no longer. Nothing of it was opened.";
  throw new AppError("strategy.unreadable", message, { version, known: KEPT_VERSION });
}

export function expiriesOf({ legs }: Pick<KeptContent, "legs">): string[] {
  return [...new Set(legs.flatMap(({ expiry }) => expiry ?? []))].sort();
}

export function summaryText(content: KeptContent): string {
  const expiries = expiriesOf(content);
  const legs = content.legs.length > MOST_LISTED_LEGS ? [] : content.legs;
  return JSON.stringify({
    underlying: content.underlying,
    keptOn: content.keptOn,
    firstExpiry: expiries[0] ?? null,
    lastExpiry: expiries.at(-1) ?? null,
    legCount: content.legs.length,
    legs: legs.map(({ iv: _iv, market: _market, expiryInstant: _instant, ...leg }) => leg),
    manualPnl: content.figures.manualPnl,
  });
}
