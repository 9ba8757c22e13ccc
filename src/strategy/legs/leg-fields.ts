import type { AnalyzerLeg, AnalyzerSettings } from "#domain/strategy/analyzer/model.ts";
import type { ContractList } from "#domain/strategy/contract-list.ts";
import { isWholeLots, lotRuleMessage } from "#domain/strategy/legs/lots.ts";
import type { Analyzer } from "../../analyzer/analyzer.ts";
import type { LegMarket } from "./leg-prices.ts";

/** What the fields of a leg are fed. */
export interface LegFields {
  readonly leg: AnalyzerLeg;
  /** Whether another leg holds a contract now. */
  readonly isTaken: (id: string, token: number | undefined) => boolean;
  readonly market: LegMarket;
  readonly settings: Pick<AnalyzerSettings, "tradeView" | "invertPrice">;
  readonly contracts: ContractList;
  readonly priceDecimals: number;
  readonly dispatch: Analyzer["dispatch"];
}

export const isHeld = ({ kind, token }: AnalyzerLeg, by: number | undefined): boolean =>
  kind === "trade" && token === by;

/** The lot rule's words where a leg's quantity breaks it (rule STRAT-12); null where it does not. */
export function lotRuleOf({
  kind,
  type,
  quantity,
  lotSize,
  tradingsymbol,
  isExpired,
}: AnalyzerLeg): string | null {
  if (kind !== "trade" || type === "EQ" || isExpired || isWholeLots(quantity, lotSize)) return null;
  return lotRuleMessage(tradingsymbol, lotSize);
}
