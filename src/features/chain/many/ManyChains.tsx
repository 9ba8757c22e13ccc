import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { showToast } from "../../../components/toast/toast.ts";
import { chainTarget } from "../../../shared/chain-target.ts";
import { StatusLine } from "../StatusLine.tsx";
import { type ChainSearch, withoutDefaults } from "../search-params.ts";
import { loadSettings } from "../settings/load-settings.ts";
import type { Wish } from "../settings/wish.ts";
import { ShownChain } from "../shown-chain.ts";
import { ChainToolbar } from "../toolbar/ChainToolbar.tsx";
import { type TellBeside, useBeside } from "../use-beside.ts";
import type { ChosenChain } from "../use-chosen-chain.ts";
import { useChosen, useShownView } from "../use-shown-view.ts";
import { MOST_CHAINS, readBeside } from "./beside-address.ts";
import { ChainPane, type PaneShown } from "./ChainPane.tsx";
import css from "./ManyChains.module.css";
import { popOut } from "./pop-out.ts";
import { TEXTS } from "./texts.ts";
import { usePanes } from "./use-panes.ts";

interface Props {
  readonly from: "/option-chain" | "/widget/option-chain";
  readonly onBeside: TellBeside;
}

const phone = window.matchMedia("(max-width: 600px)");
const onPhone = (changed: () => void) => {
  phone.addEventListener("change", changed);
  return () => phone.removeEventListener("change", changed);
};

const isShown = (chain: ChosenChain | undefined): chain is PaneShown =>
  chain !== undefined && chain.underlying !== null && chain.expiry !== null;

/** Two to four chains of any underlyings and expiries in one tab, all served by its one engine and painted by its one painter. */
export function ManyChains({ from, onBeside }: Props) {
  const desk = usePanes(from);
  const { panes, active, search, tooMany } = desk;
  const isPhone = useSyncExternalStore(onPhone, () => phone.matches);
  const [chosen, setChosen] = useState<ReadonlyMap<number, ChosenChain>>(new Map());
  const marks = useChosen()?.marks;
  const pane = panes[active]!;
  const shown = useShownView(pane.search);
  const now = chosen.get(pane.id);

  // What is picked anywhere goes into the chain that is worked with.
  const take = useRef(desk.change);
  take.current = desk.change;
  const at = useRef(active);
  at.current = active;
  useEffect(() => {
    chainTarget.take = (symbol, expiry) => take.current(at.current, { symbol, expiry });
    return () => {
      chainTarget.take = null;
      chainTarget.symbol = null;
    };
  }, []);
  const { tradingsymbol } = pane.search;
  useEffect(() => {
    chainTarget.symbol = tradingsymbol ?? null;
  }, [tradingsymbol]);

  const title = TEXTS.documentTitle(panes.map((each) => each.search.tradingsymbol).join(", "));
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    if (!tooMany) return;
    showToast(TEXTS.tooMany(MOST_CHAINS), { tone: "warning" });
  }, [tooMany]);

  const prefer = (wish: Wish): void => {
    const silent = Object.fromEntries(Object.keys(wish).map((name) => [name, undefined]));
    void loadSettings().then(
      ({ prefer }) => {
        prefer(wish);
        desk.say(silent);
      },
      () => desk.say(withoutDefaults(wish, shown.usual)),
    );
  };
  const add = (chain: string): void => {
    if (panes.length >= MOST_CHAINS) return showToast(TEXTS.full(MOST_CHAINS), { tone: "warning" });
    const [picked] = readBeside(chain).panes;
    if (picked !== undefined) desk.add(picked.symbol, picked.expiry);
  };
  const pop = (of: ChainSearch): void => {
    if (!popOut(of)) showToast(TEXTS.popBlocked, { tone: "warning" });
  };

  const ids = panes.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: panes are new each time, which of them there are is not
  const others = useMemo(
    () =>
      panes.flatMap(({ id, state }) => {
        const chain = chosen.get(id);
        return id !== pane.id && isShown(chain)
          ? [{ id, desk: state, underlying: chain.underlying, expiry: chain.expiry.expiry }]
          : [];
      }),
    [chosen, ids, pane.id],
  );
  // Not while another is looked up, or on its way into the address.
  const isTold = isShown(now) && now.symbol === pane.search.tradingsymbol && desk.isSettled;
  useBeside(
    onBeside,
    isTold
      ? {
          id: pane.id,
          desk: pane.state,
          underlying: now.underlying,
          expiry: now.expiry.expiry,
          legs: search.legs,
          others,
          ...(marks && { marks }),
        }
      : null,
    {
      onLegs: (legs) => desk.say({ legs }),
      onSymbol: (symbol) => desk.change(active, { symbol, expiry: undefined }),
    },
  );

  return (
    <>
      <h1 className="visually-hidden">{TEXTS.pageName}</h1>
      <ChainToolbar
        shown={shown}
        underlying={now?.underlying ?? null}
        onView={(view) => desk.change(active, { view: view === shown.usual.view ? undefined : view })}
        onPrefer={prefer}
      />
      {isPhone ? (
        <div className={css.tabs} role="tablist" aria-label={TEXTS.chains}>
          {panes.map((each, i) => (
            <button
              key={each.id}
              type="button"
              role="tab"
              className={css.tab}
              aria-selected={i === active}
              onClick={() => desk.activate(i)}
            >
              {each.search.tradingsymbol}
            </button>
          ))}
        </div>
      ) : null}
      <div className={css.panes} data-count={isPhone ? 1 : panes.length}>
        {panes.map((each, i) =>
          isPhone && i !== active ? null : (
            <ChainPane
              key={each.id}
              isAlone={isPhone}
              state={each.state}
              search={each.search}
              at={i + 1}
              of={panes.length}
              isActive={i === active}
              title={title}
              onActivate={() => desk.activate(i)}
              onChosen={(chain) => setChosen((before) => new Map(before).set(each.id, chain))}
              onChange={(next) => desk.change(i, next)}
              onClose={() => desk.close(i)}
              onPop={() => pop(each.search)}
              onBeside={from === "/option-chain" ? add : undefined}
            />
          ),
        )}
      </div>
      <ShownChain value={pane.state}>
        <StatusLine
          choice={now?.choice ?? null}
          underlying={now?.underlying ?? null}
          failed={now?.failed !== undefined && now.failed !== null}
        />
      </ShownChain>
    </>
  );
}
