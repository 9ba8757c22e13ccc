/** A visitor's file by its kind. Loaded with the first file: most visitors bring none. */
import { eodKindOf } from "#analysis/market-files/file-kinds.ts";
import { readFoEod } from "#analysis/market-files/fo-eod.ts";
import { readNseAnswer } from "#analysis/market-files/nse-chain-answer.ts";
import { isSiteChain, readSiteChain } from "#analysis/market-files/nse-site-chain.ts";
import { createProblems, type Problems } from "#analysis/market-files/problems.ts";
import type { PublishedChain } from "#analysis/market-files/published-chain.ts";
import { readUdiff } from "#analysis/market-files/udiff.ts";
import { checkEndOfDay } from "#analysis/validation/exchange/end-of-day.ts";
import type { ExchangeTable } from "#analysis/validation/exchange/exchange-table.ts";
import { checkPublishedChain } from "#analysis/validation/exchange/published-chain.ts";
import type { Kernels } from "#analysis/validation/vector-check.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { FileReport } from "./api.ts";
import { fileText } from "./file-text.ts";

export interface CheckedFile extends Omit<FileReport, "tables"> {
  readonly tables: readonly ExchangeTable[];
}

function checkChain(
  kind: "nse-answer" | "nse-site",
  chain: PublishedChain | null,
  day: IsoDate | null,
  kernels: Kernels,
  problems: Problems,
): CheckedFile | null {
  const report = chain && checkPublishedChain(chain, day, kernels, problems);
  return chain && report && { name: chain.file, kind, ...report };
}

/** @throws AppError market.file_invalid, its message a line a fault */
export async function checkFile(file: File, day: IsoDate | null, kernels: Kernels): Promise<CheckedFile> {
  const problems = createProblems();
  const { name } = file;
  const text = await fileText(file, problems);
  problems.check();
  // Without a fault there is a text.
  const whole = text ?? "";
  let checked: CheckedFile | null = null;
  if (/^\uFEFF?\s*[{[]/.test(whole)) {
    const chain = readNseAnswer(name, whole.replace("\uFEFF", ""), problems);
    checked = checkChain("nse-answer", chain, day, kernels, problems);
  } else if (isSiteChain(whole)) {
    checked = checkChain("nse-site", readSiteChain(name, whole, problems), day, kernels, problems);
  } else {
    const kind = eodKindOf(name, whole, problems);
    const read = kind === "udiff" ? readUdiff : readFoEod;
    const end = kind === null ? null : read(name, whole, problems);
    problems.check();
    if (kind !== null && end !== null) {
      const tables = checkEndOfDay(end, kernels);
      checked = { name, kind, date: end.date, spot: null, isSpotFound: false, tables };
    }
  }
  if (checked !== null && checked.tables.length === 0) {
    problems.add(name, null, "it has no option that outlives its day", "give a whole F&O end of day");
  }
  problems.check();
  if (checked === null) throw new Error("A file without a fault has a report");
  return checked;
}
