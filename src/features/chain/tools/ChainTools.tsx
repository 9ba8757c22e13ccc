import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { createPortal } from "react-dom";
import { useSnapshot } from "valtio";
import { loadPart } from "../../../components/load-part.ts";
import { showToast } from "../../../components/toast/toast.ts";
import type { GridPlace } from "../../../shared/beside-chain.ts";
import { HeadStories } from "../head-story/HeadStories.tsx";
import { SettingsEntry } from "../settings/SettingsEntry.tsx";
import { type ChainChoice, useChainHead, useChainState } from "../shown-chain.ts";
import { CellStories } from "../story/CellStories.tsx";
import css from "./ChainTools.module.css";
import { StrikeSearch } from "./StrikeSearch.tsx";
import { ToMoney } from "./ToMoney.tsx";
import type { Headings } from "./table-text.ts";
import { TEXTS } from "./texts.ts";
import { useChainKeys } from "./use-chain-keys.ts";
import { useCopy } from "./use-copy.ts";

const loadMenu = () => import("./ToolsMenu.tsx");
/** A press tells where this fails. */
const prepare = (): void => void loadMenu().catch(() => {});
type Menu = Awaited<ReturnType<typeof loadMenu>>["ToolsMenu"];

interface Props {
  readonly symbol: string;
  readonly headings: Headings;
  /** Where the menu's button stands. */
  readonly more: string;
  readonly choice: ChainChoice;
  /** id of the view on screen, and of the one that the address names */
  readonly view: string;
  readonly asked: string | undefined;
  readonly onView: (view: string) => void;
  readonly expiries: readonly { readonly expiry: string }[];
  readonly onExpiry: (expiry: string) => void;
}

/** What stands over a grid and in its toolbar: finding a strike, the way back to the money, copy and export. */
export function ChainTools({
  symbol,
  headings,
  more: place,
  choice,
  view,
  asked,
  onView,
  expiries,
  onExpiry,
}: Props) {
  const grid = useSnapshot(useChainState()).grid as GridPlace | null;
  const head = useChainHead(choice);
  useChainKeys(expiries, choice.expiry, onExpiry);
  const whole = useCopy(grid, headings);
  const [Menu, setMenu] = useState<Menu | null>(null);
  const openMenu = (): void =>
    void loadPart(loadMenu).then(
      (loaded) => setMenu(() => loaded.ToolsMenu),
      () => showToast(TEXTS.menu.missing, { tone: "warning" }),
    );
  const more = document.getElementById(place);
  const atRow = head?.atmRow ?? -1;
  const button = (
    <button
      type="button"
      className={css.trigger}
      aria-label={TEXTS.menu.name}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={openMenu}
    >
      <Ellipsis size={16} strokeWidth={1.5} aria-hidden="true" />
    </button>
  );
  return (
    <>
      {/* Stays while another grid takes the place of this one, as it does when something else is to draw it. */}
      {more === null ? null : createPortal(<SettingsEntry view={view} asked={asked} onView={onView} />, more)}
      {grid === null ? null : (
        <>
          <StrikeSearch grid={grid} atRow={atRow} />
          <HeadStories grid={grid} />
          <CellStories grid={grid} choice={choice} />
          <ToMoney grid={grid} atRow={atRow} strike={head?.atmStrike ?? Number.NaN} />
          {whole === 0
            ? null
            : createPortal(
                <p className={css.marked} role="status">
                  {TEXTS.marked(whole)}
                </p>,
                grid.frame,
              )}
          {more === null
            ? null
            : createPortal(
                Menu === null ? (
                  button
                ) : (
                  <Menu grid={grid} headings={headings} symbol={symbol} expiry={choice.expiry} />
                ),
                more,
              )}
        </>
      )}
    </>
  );
}
