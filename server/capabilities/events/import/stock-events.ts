import { dateOf, readSheet } from "#analysis/market-files/csv.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { StockEvent } from "#protocol/http/events.ts";
import { counted, type EventFile, type EventReader, spanOf, symbolOf, wordsOf } from "./rows.ts";

/** Of NSE's files; they have others beside these. */
export const MEETING_COLUMNS = ["SYMBOL", "MEETING_DATE", "PURPOSE", "DETAILS"] as const;
export const ACTION_COLUMNS = ["SYMBOL", "PURPOSE", "EX_DATE"] as const;

const MOST_PURPOSE = 400;
const MOST_DETAILS = 20_000;

function stockEvent(symbol: string, date: IsoDate, type: StockEvent["event_type"], says: string): StockEvent {
  return {
    id: `${symbol}-${date}-${type}`,
    trading_symbol: symbol,
    date,
    event_type: type,
    description: says,
  };
}

interface Row {
  readonly symbol: string;
  readonly date: IsoDate;
  readonly purpose: string;
  readonly details: string;
}

/** How long the results are of, by what the meeting's rows say together; of a year, even where a quarter is meant too. */
function lengthOf(details: string): string {
  const ofYear = details.replace(/(?:half[- ]|financial )year(?:ly)?/gi, "");
  if (/\byear(?:ly)?\b|\bannual/i.test(ofYear)) return "Yearly";
  if (/half[- ]year/i.test(details)) return "Half-yearly";
  return /quarter/i.test(details) ? "Quarterly" : "Financial";
}

const ENDED =
  /\bended\s+(?:on\s+)?(?:\d{1,2}(?:st|nd|rd|th)?\s+)?([A-Z][a-z]{2})[a-z]*\.?,?\s+(?:\d{1,2},?\s+)?(20\d\d)/;

/** "Quarterly results, Jun 2026" */
function resultsText(details: string): string {
  const ended = ENDED.exec(details);
  return `${lengthOf(details)} results${ended === null ? "" : `, ${ended[1]} ${ended[2]}`}`;
}

function fileOf(
  file: string,
  list: "results" | "actions",
  rows: readonly Row[],
  events: readonly StockEvent[],
  used: number,
): EventFile | null {
  const span = spanOf(rows.map(({ date }) => date));
  if (span === null) return null;
  const unique = [...new Map(events.map((event) => [event.id, event])).values()];
  const what =
    list === "results"
      ? counted(unique.length, "board meeting on results", "board meetings on results")
      : counted(unique.length, "corporate action");
  const rest = rows.length - used;
  const left = rest === 0 ? "" : `; ${counted(rest, "row")} of other purposes left out`;
  return {
    batch: { list, ...span, events: unique },
    says: `${file}: ${what}, ${span.from} to ${span.to}${left}`,
  };
}

/** NSE's board meetings: those on results. One meeting often has two rows, which say different things of it. */
export const readMeetings: EventReader = (file, text, problems) => {
  const sheet = readSheet(file, text, MEETING_COLUMNS, problems);
  const rows: Row[] = [];
  for (let row = 0; row < sheet.count; row++) {
    const symbol = symbolOf(sheet, row, "SYMBOL");
    const date = dateOf(sheet, row, "MEETING_DATE");
    const purpose = wordsOf(sheet, row, "PURPOSE", 1, MOST_PURPOSE);
    const details = wordsOf(sheet, row, "DETAILS", 0, MOST_DETAILS);
    if (symbol === null || date === null || purpose === null || details === null) continue;
    rows.push({ symbol, date, purpose, details });
  }
  const said = new Map<string, string>();
  for (const { symbol, date, details } of rows) {
    const key = `${symbol} ${date}`;
    said.set(key, `${said.get(key) ?? ""} ${details}`);
  }
  const results = rows.filter(({ purpose }) => /^financial results/i.test(purpose));
  const events = results.map(({ symbol, date }) =>
    stockEvent(symbol, date, "stock_results", resultsText(said.get(`${symbol} ${date}`) ?? "")),
  );
  const meetings = new Set(results.map(({ symbol, date }) => `${symbol} ${date}`));
  const used = rows.filter(({ symbol, date }) => meetings.has(`${symbol} ${date}`)).length;
  return fileOf(file, "results", rows, events, used);
};

/** What a purpose is of; it may be of several: "Bonus 1:1 / Dividend - Rs 5 Per Share". */
function typesOf(purpose: string): StockEvent["event_type"][] {
  const types: StockEvent["event_type"][] = [];
  // What a trust distributes is named in full, a part of it as dividend.
  if (/\bdividend\b/i.test(purpose) && !/^distribution\b/i.test(purpose)) types.push("dividend");
  // Bonus preference shares of a scheme change no lot and no strike.
  if (/(?:^|[/&])\s*bonus\b/i.test(purpose)) types.push("bonus");
  if (/\bsplit\b|sub-?division/i.test(purpose)) types.push("stock_split");
  return types;
}

/** NSE's corporate actions, by their ex-dates: dividends, bonuses and splits. */
export const readActions: EventReader = (file, text, problems) => {
  const sheet = readSheet(file, text, ACTION_COLUMNS, problems);
  const rows: Row[] = [];
  for (let row = 0; row < sheet.count; row++) {
    const symbol = symbolOf(sheet, row, "SYMBOL");
    const date = dateOf(sheet, row, "EX_DATE");
    const purpose = wordsOf(sheet, row, "PURPOSE", 1, MOST_PURPOSE);
    if (symbol === null || date === null || purpose === null) continue;
    rows.push({ symbol, date, purpose, details: "" });
  }
  const used = rows.filter(({ purpose }) => typesOf(purpose).length > 0);
  const said = new Map<string, StockEvent>();
  for (const { symbol, date, purpose } of used) {
    for (const type of typesOf(purpose)) {
      const event = stockEvent(symbol, date, type, purpose);
      const before = said.get(event.id);
      const isNew = before !== undefined && !before.description.includes(purpose);
      said.set(
        event.id,
        isNew ? { ...event, description: `${before.description}; ${purpose}` } : (before ?? event),
      );
    }
  }
  return fileOf(file, "actions", rows, [...said.values()], used.length);
};
