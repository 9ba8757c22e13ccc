import { Ellipsis } from "lucide-react";
import { Suspense, useState } from "react";
import { createPortal } from "react-dom";
import { useSnapshot } from "valtio";
import { lazily } from "../../../components/lazily.tsx";
import type { GridPlace } from "../../../shared/beside-chain.ts";
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
const ToolsMenu = lazily(() => loadMenu().then((m) => m.ToolsMenu));

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
  const [isAsked, setAsked] = useState(false);
  const more = document.getElementById(place);
  if (grid === null) return null;
  const atRow = head?.atmRow ?? -1;
  const button = (
    <button
      type="button"
      className={css.trigger}
      aria-label={TEXTS.menu.name}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void loadMenu()}
      onFocus={() => void loadMenu()}
      onClick={() => setAsked(true)}
    >
      <Ellipsis size={16} strokeWidth={1.5} aria-hidden="true" />
    </button>
  );
  return (
    <>
      <StrikeSearch grid={grid} atRow={atRow} />
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
            <>
              <SettingsEntry view={view} asked={asked} onView={onView} />
              {isAsked ? (
                <Suspense fallback={button}>
                  <ToolsMenu grid={grid} headings={headings} symbol={symbol} expiry={choice.expiry} />
                </Suspense>
              ) : (
                button
              )}
            </>,
            more,
          )}
    </>
  );
}
