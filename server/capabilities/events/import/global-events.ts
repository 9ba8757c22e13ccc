import { dateOf, readSheet, type Sheet } from "#analysis/market-files/csv.ts";
import { COUNTRIES, type GlobalEvent, IMPACTS } from "#protocol/http/events.ts";
import { counted, type EventReader, fault, spanOf, wordsOf } from "./rows.ts";

export const GLOBAL_COLUMNS = [
  "DATE",
  "TIME",
  "COUNTRY",
  "TITLE",
  "IMPACT",
  "EXPECTED",
  "ACTUAL",
  "PREVIOUS",
  "IMPACTED_STOCKS",
  "DESCRIPTION",
] as const;
type Column = (typeof GLOBAL_COLUMNS)[number];

const MOST_TITLE = 120;
const MOST_FIGURE = 40;
const MOST_WORDS = 1_000;

const ALSO: Readonly<Record<string, GlobalEvent["country"]>> = {
  us: "USA",
  "united states": "USA",
  eurozone: "Euro Area",
};

function countryOf(sheet: Sheet<Column>, row: number): GlobalEvent["country"] | null {
  const text = sheet.cells.COUNTRY[row] ?? "";
  const wanted = text.toLowerCase();
  const country = COUNTRIES.find((name) => name.toLowerCase() === wanted) ?? ALSO[wanted];
  return (
    country ?? fault(sheet, row, `COUNTRY is "${text.slice(0, 40)}", not one of ${COUNTRIES.join(", ")}`)
  );
}

function impactOf(sheet: Sheet<Column>, row: number): GlobalEvent["impact"] | null {
  const text = sheet.cells.IMPACT[row] ?? "";
  const impact = IMPACTS.find((name) => name === text.toLowerCase());
  return impact ?? fault(sheet, row, `IMPACT is "${text.slice(0, 40)}", not one of ${IMPACTS.join(", ")}`);
}

/** @returns undefined after adding the fault; null where the cell is empty */
function timeOf(sheet: Sheet<Column>, row: number): string | null | undefined {
  const text = sheet.cells.TIME[row] ?? "";
  if (text === "") return null;
  if (/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)) return text;
  fault(sheet, row, `TIME is "${text.slice(0, 40)}", not India's clock as HH:MM, nor empty`);
  return undefined;
}

function eventOf(sheet: Sheet<Column>, row: number): GlobalEvent | null {
  const date = dateOf(sheet, row, "DATE");
  const time = timeOf(sheet, row);
  const country = countryOf(sheet, row);
  const title = wordsOf(sheet, row, "TITLE", 1, MOST_TITLE);
  const impact = impactOf(sheet, row);
  const [expected, actual, previous] = (["EXPECTED", "ACTUAL", "PREVIOUS"] as const).map((column) =>
    wordsOf(sheet, row, column, 0, MOST_FIGURE),
  );
  const stocks = wordsOf(sheet, row, "IMPACTED_STOCKS", 0, MOST_WORDS);
  const description = wordsOf(sheet, row, "DESCRIPTION", 0, MOST_WORDS);
  if (date === null || time === undefined || country === null || title === null || impact === null)
    return null;
  if (expected === null || actual === null || previous === null || stocks === null || description === null) {
    return null;
  }
  const known = (figure: string | undefined): string | null =>
    figure === undefined || figure === "" ? null : figure;
  return {
    id: `${date}-${country}-${title}`,
    country,
    title,
    date,
    time,
    impact,
    expected: known(expected),
    actual: known(actual),
    previous: known(previous),
    impacted_stocks: stocks,
    description,
  };
}

/** Our own list of global events; each stands in it once. */
export const readGlobalEvents: EventReader = (file, text, problems) => {
  const sheet = readSheet(file, text, GLOBAL_COLUMNS, problems);
  const events = new Map<string, GlobalEvent>();
  for (let row = 0; row < sheet.count; row++) {
    const event = eventOf(sheet, row);
    if (event === null) continue;
    if (events.has(event.id))
      fault(sheet, row, `TITLE "${event.title}" stands twice on ${event.date}`, "leave one out");
    events.set(event.id, event);
  }
  const span = spanOf([...events.values()].map(({ date }) => date));
  if (span === null) return null;
  return {
    batch: { list: "global", ...span, events: [...events.values()] },
    says: `${file}: ${counted(events.size, "global event")}, ${span.from} to ${span.to}`,
  };
};
