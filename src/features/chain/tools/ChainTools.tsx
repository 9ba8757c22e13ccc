import { Columns2, Ellipsis } from "lucide-react";
import { useState } from "react";
import { createPortal } from "react-dom";
import { useSnapshot } from "valtio";
import type { ExpirySummary } from "#workers/engine/api.ts";
import { loadPart } from "../../../components/load-part.ts";
import { showToast } from "../../../components/toast/toast.ts";
import type { GridPlace } from "../../../shared/beside-chain.ts";
import { pickChain } from "../../../shared/chain-target.ts";
import { HeadStories } from "../head-story/HeadStories.tsx";
import { besideOf } from "../many/beside-address.ts";
import { SettingsEntry } from "../settings/SettingsEntry.tsx";
import { type ChainChoice, type ChainHead, useChainState, useOfHead } from "../shown-chain.ts";
import { CellStories } from "../story/CellStories.tsx";
import css from "./ChainTools.module.css";
import { StrikeSearch } from "./StrikeSearch.tsx";
import { TabTitle } from "./TabTitle.tsx";
import { ToMoney } from "./ToMoney.tsx";
import type { Headings } from "./table-text.ts";
import { TEXTS } from "./texts.ts";
import { useChainKeys } from "./use-chain-keys.ts";
import { useCopy } from "./use-copy.ts";

const loadMenu = () => import("./ToolsMenu.tsx");
/** A press tells where this fails. */
const prepare = (): void => void loadMenu().catch(() => {});
type Menu = Awaited<ReturnType<typeof loadMenu>>["ToolsMenu"];

/** Where the money is. */
const moneyOf = (head: ChainHead | null) => ({
  atRow: head?.atmRow ?? -1,
  strike: head?.atmStrike ?? Number.NaN,
});

interface Props {
  readonly symbol: string;
  readonly headings: Headings;
  /** Of the tab, where no price stands in it. */
  readonly title: string;
  /** Where the menu's button stands. */
  readonly more: string;
  readonly choice: ChainChoice;
  /** id of the view on screen, and of the one that the address names */
  readonly view: string;
  readonly asked: string | undefined;
  readonly onView: (view: string) => void;
  readonly expiries: readonly Pick<ExpirySummary, "expiry" | "lastTrade">[];
  readonly onExpiry: (expiry: string) => void;
  /** Of several chains, the one that keys and toolbar are of. */
  readonly isActive?: boolean;
  /** Shows another one, as `many/beside-address.ts` writes it, beside this; absent where there is room for one. */
  readonly onBeside?: ((chain: string) => void) | undefined;
}

const NOTHING: readonly never[] = [];

/** What stands over a grid and in its toolbar: finding a strike, the way back to the money, copy and export. */
export function ChainTools({
  symbol,
  headings,
  title,
  more: place,
  choice,
  view,
  asked,
  onView,
  expiries,
  onExpiry,
  isActive = true,
  onBeside,
}: Props) {
  const grid = useSnapshot(useChainState()).grid as GridPlace | null;
  const { atRow, strike } = useOfHead(choice, moneyOf);
  useChainKeys(isActive ? expiries : NOTHING, choice.expiry, onExpiry);
  const whole = useCopy(grid, headings);
  const [Menu, setMenu] = useState<Menu | null>(null);
  const openMenu = (): void =>
    void loadPart(loadMenu).then(
      (loaded) => setMenu(() => loaded.ToolsMenu),
      () => showToast(TEXTS.menu.missing, { tone: "warning" }),
    );
  const more = isActive ? document.getElementById(place) : null;
  const pickBeside = onBeside && (() => pickChain((picked, expiry) => onBeside(besideOf(picked, expiry))));
  const lastTrade = expiries.find(({ expiry }) => expiry === choice.expiry)?.lastTrade ?? Number.NaN;
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
      {more === null
        ? null
        : createPortal(
            <>
              {pickBeside ? (
                <button
                  type="button"
                  className={`${css.trigger} ${css.wide}`}
                  aria-label={TEXTS.menu.beside}
                  title={TEXTS.menu.beside}
                  aria-haspopup="dialog"
                  onClick={pickBeside}
                >
                  <Columns2 size={16} strokeWidth={1.5} aria-hidden="true" />
                </button>
              ) : null}
              <SettingsEntry view={view} asked={asked} onView={onView} />
            </>,
            more,
          )}
      {isActive ? <TabTitle underlying={choice.underlying} symbol={symbol} usual={title} /> : null}
      {grid === null ? null : (
        <>
          {isActive ? <StrikeSearch grid={grid} atRow={atRow} /> : null}
          <HeadStories grid={grid} />
          <CellStories
            grid={grid}
            symbol={symbol}
            choice={choice}
            lastTrade={lastTrade}
            isActive={isActive}
          />
          <ToMoney grid={grid} atRow={atRow} strike={strike} />
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
                  <Menu
                    grid={grid}
                    headings={headings}
                    symbol={symbol}
                    expiry={choice.expiry}
                    view={asked}
                    onBeside={pickBeside}
                  />
                ),
                more,
              )}
        </>
      )}
    </>
  );
}
