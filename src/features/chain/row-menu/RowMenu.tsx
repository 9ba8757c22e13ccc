import { CircleHelp, Copy } from "lucide-react";
import { strikeText } from "#domain/format/chain-cells.ts";
import type { ChainViewLayout } from "#domain/format/chain-columns.ts";
import { MenuItem } from "../../../components/menu/Menu.tsx";
import { MenuAt } from "../../../components/menu/MenuAt.tsx";
import { showToast } from "../../../components/toast/toast.ts";
import { engine } from "../../../live/engine-client.ts";
import type { ChainChoice } from "../shown-chain.ts";
import { TEXTS } from "./texts.ts";
import type { MenuPlace } from "./use-row-menu.ts";

interface Props {
  readonly at: MenuPlace;
  readonly layout: ChainViewLayout;
  readonly choice: ChainChoice;
  /** Tells how the cell came to be. */
  readonly onWhy: () => void;
  readonly onClose: () => void;
}

const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;

/** Copies a contract's symbol as its exchange has it. */
async function copySymbol(
  type: "CE" | "PE",
  strike: number,
  { underlying, expiry }: ChainChoice,
): Promise<void> {
  const listed = await engine().ask((api) => api.contracts(underlying));
  if (!listed.ok) return showToast(listed.message, { tone: "warning" });
  const contract = listed.value.find(
    (each) => each.type === type && each.expiry === expiry && each.strike === strike,
  );
  if (contract === undefined) return showToast(TEXTS.missing, { tone: "warning" });
  const { tradingsymbol } = contract;
  await navigator.clipboard.writeText(tradingsymbol).then(
    () => showToast(TEXTS.copied(tradingsymbol)),
    () => showToast(TEXTS.failed, { tone: "warning" }),
  );
}

/** What can be done with a row. */
export function RowMenu({ at, layout, choice, onWhy, onClose }: Props) {
  const strike = strikeText(at.strike, layout);
  const act = (id: string): void => {
    if (id === "why") onWhy();
    else void copySymbol(id === "call" ? "CE" : "PE", at.strike, choice);
  };
  return (
    <MenuAt label={TEXTS.name(strike)} x={at.x} y={at.y} onAction={act} onClose={onClose}>
      <MenuItem id="why" icon={<CircleHelp {...icon} />}>
        {TEXTS.why}
      </MenuItem>
      <MenuItem id="call" icon={<Copy {...icon} />}>
        {TEXTS.call(strike)}
      </MenuItem>
      <MenuItem id="put" icon={<Copy {...icon} />}>
        {TEXTS.put(strike)}
      </MenuItem>
    </MenuAt>
  );
}
