import type { IsoDate } from "#domain/units/iso-date.ts";
import { dateOf, dateOfAll, numberOf, readSheet, type Sheet } from "./csv.ts";
import { FO_EOD_COLUMNS } from "./file-kinds.ts";
import { type ContractKey, contractKey, contractName, type EodContract, type EodDay } from "./files.ts";
import type { Problems } from "./problems.ts";

/** Adds a contract unless the file has it already, which is a fault. */
export function addEodContract(
  contracts: Map<ContractKey, EodContract>,
  contract: EodContract,
  file: string,
  problems: Problems,
): void {
  const key = contractKey(contract);
  const twin = contracts.get(key);
  if (twin !== undefined) {
    problems.add(
      file,
      contract.line,
      `${contractName(contract)} is in row ${twin.line} already`,
      "keep one of the two",
    );
    return;
  }
  contracts.set(key, contract);
}

type Row = Sheet<(typeof FO_EOD_COLUMNS)[number]>;

function contractOf(sheet: Row, row: number, problems: Problems): EodContract | null {
  const { cells, file } = sheet;
  const line = sheet.lines[row]!;
  const kind = cells.TYPE[row]!;
  const right = cells.OPT[row]!;
  const isFuture = kind === "IDF" || kind === "STF";
  if (!isFuture && kind !== "IDO" && kind !== "STO") {
    problems.add(file, line, `TYPE is "${kind}"`, "give NSE's F&O end of day: IDF, IDO, STF or STO");
    return null;
  }
  if (isFuture ? right !== "" && right !== "XX" : right !== "CE" && right !== "PE") {
    problems.add(
      file,
      line,
      `OPT is "${right}" in a row of type ${kind}`,
      "options have CE or PE, futures nothing",
    );
    return null;
  }
  const expiry = dateOf(sheet, row, "EXPIRY");
  const strike = isFuture ? 0 : numberOf(sheet, row, "STRIKE", 0.0001);
  const close = numberOf(sheet, row, "CLOSE", 0);
  const previousClose = numberOf(sheet, row, "PREV_CLOSE", 0);
  const underlyingClose = numberOf(sheet, row, "UNDERLYING", 0);
  const oi = numberOf(sheet, row, "OI", 0);
  const change = numberOf(sheet, row, "CHG_OI");
  const volume = numberOf(sheet, row, "VOLUME", 0);
  const lotSize = numberOf(sheet, row, "LOT_SIZE", 1, true);
  const sum = strike + close + previousClose + underlyingClose + oi + change + volume + lotSize;
  if (expiry === null || Number.isNaN(sum)) return null;
  return {
    exchange: "NFO",
    symbol: cells.SYMBOL[row]!,
    expiry,
    strike,
    type: isFuture ? "FUT" : (right as "CE" | "PE"),
    lotSize,
    onIndex: kind === "IDF" || kind === "IDO",
    token: 0,
    tradingsymbol: "",
    close,
    previousClose,
    underlyingClose,
    oi,
    previousOi: Math.max(0, oi - change),
    volume,
    file,
    line,
  };
}

/**
 * NSE's F&O bhavcopy with fewer columns. OI and its change are in units, volume in lots.
 * @returns null when the file's date cannot be told; its faults have been added
 */
export function readFoEod(file: string, text: string, problems: Problems): EodDay | null {
  const sheet = readSheet(file, text, FO_EOD_COLUMNS, problems);
  const date: IsoDate | null = dateOfAll(sheet, "DATE");
  const contracts = new Map<ContractKey, EodContract>();
  for (let row = 0; row < sheet.count; row++) {
    const contract = contractOf(sheet, row, problems);
    if (contract !== null) addEodContract(contracts, contract, file, problems);
  }
  return date === null ? null : { file, date, contracts };
}
