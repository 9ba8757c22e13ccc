import {
  ChartCandlestick,
  CircleHelp,
  Copy,
  Info,
  Layers,
  type LucideIcon,
  SquareArrowOutUpRight,
} from "lucide-react";
import { useSnapshot } from "valtio";
import { strikeText } from "#domain/format/chain-cells.ts";
import type { ChainViewLayout } from "#domain/format/chain-columns.ts";
import { openingWith } from "#domain/strategy/analyzer/opening.ts";
import { mayAsk } from "../../../analyzer/access.ts";
import { useOpenInBuilder } from "../../../analyzer/opening/use-open-in-builder.ts";
import { showToast } from "../../../components/toast/toast.ts";
import { live } from "../../../live/live-state.ts";
import { type SessionState, session } from "../../../session/session-state.ts";
import { subjectOf } from "../../../session/subject.ts";
import { openInfoAfterwards } from "../../../shared/instrument-windows.ts";
import { widgetPlace } from "../../../shared/widget/widget-place.ts";
import { TEXTS as DEPTH } from "../depth/texts.ts";
import type { ChainChoice } from "../shown-chain.ts";
import { chartOf, contractOf } from "./row-contract.ts";
import { TEXTS } from "./texts.ts";

/** Something that can be done with a row. */
export interface RowEntry {
  readonly id: string;
  readonly text: string;
  readonly Icon: LucideIcon;
  readonly act: () => void;
}

/** The row that a menu is of. */
export interface MenuRow {
  /** rupees */
  readonly strike: number;
  readonly layout: ChainViewLayout;
  readonly symbol: string;
  readonly choice: ChainChoice;
  /** Of the expiry's contracts, epoch ms; NaN unknown. */
  readonly lastTrade: number;
}

type Side = "CE" | "PE";
const SIDES: readonly Side[] = ["CE", "PE"];

/** Copies a contract's symbol as its exchange has it. */
async function copySymbol(row: MenuRow, side: Side): Promise<void> {
  const contract = await contractOf(row, side);
  if (contract === null) return;
  const { tradingsymbol } = contract;
  await navigator.clipboard.writeText(tradingsymbol).then(
    () => showToast(TEXTS.copied(tradingsymbol)),
    () => showToast(TEXTS.failed, { tone: "warning" }),
  );
}

/** Whether the builder is offered: to who may analyse, not inside a widget, and not once the contracts have stopped trading. */
function useMayBuild({ lastTrade }: MenuRow): boolean {
  const { phase, profile } = useSnapshot(session) as SessionState;
  const marketTime = useSnapshot(live).health?.marketTime ?? Number.NaN;
  const caller = { phase, id: "", broker: null, subject: subjectOf({ phase, profile }) };
  return mayAsk(caller) === true && widgetPlace() === null && !(marketTime >= lastTrade);
}

/**
 * What can be done with a row, in the order of its menu: another thing to do is another entry here.
 * @param onWhy tells how the cell came to be; @param onDepth opens the book of an option
 */
export function useRowEntries(
  row: MenuRow,
  { onWhy, onDepth }: { readonly onWhy: () => void; readonly onDepth: (side: Side) => void },
): readonly RowEntry[] {
  const open = useOpenInBuilder();
  const mayBuild = useMayBuild(row);
  const strike = strikeText(row.strike, row.layout);

  const build = async (side: Side): Promise<void> => {
    const contract = await contractOf(row, side);
    if (contract === null) return;
    const deal = { action: "BUY", quantity: contract.lotSize, entryPrice: null } as const;
    await open(openingWith(row.symbol, contract, deal));
  };
  const ofSides = (
    id: string,
    Icon: LucideIcon,
    text: (strike: string, side: Side) => string,
    act: (side: Side) => void,
  ) => SIDES.map((side) => ({ id: `${id}-${side}`, text: text(strike, side), Icon, act: () => act(side) }));

  return [
    { id: "why", text: TEXTS.why, Icon: CircleHelp, act: onWhy },
    ...ofSides("depth", Layers, DEPTH.of, onDepth),
    ...ofSides("chart", ChartCandlestick, TEXTS.chart, (side) => void chartOf(row, side)),
    ...(mayBuild ? ofSides("build", SquareArrowOutUpRight, TEXTS.build, (side) => void build(side)) : []),
    ...ofSides("copy", Copy, TEXTS.copy, (side) => void copySymbol(row, side)),
    { id: "info", text: TEXTS.info(row.symbol), Icon: Info, act: () => openInfoAfterwards(row.symbol) },
  ];
}
