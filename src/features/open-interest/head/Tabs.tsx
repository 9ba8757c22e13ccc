import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { PageLink } from "../../../components/link/PageLink.tsx";
import tabCss from "../../../components/tabs/Tabs.module.css";
import { onTabKey } from "../../../components/tabs/tab-keys.ts";
import { type OiSearch, onOtherTab, writeOiSearch } from "../address.ts";
import { TEXTS } from "../texts.ts";
import { pathOf, TABS, type TabName, type Variant } from "../variants.ts";
import css from "./Tabs.module.css";

interface Props {
  readonly variant: Variant;
  readonly selected: TabName;
  readonly search: OiSearch;
}

/** The charts of the page, each at an address of its own; arrows, Home and End go through them. */
export function Tabs({ variant, selected, search }: Props) {
  const router = useRouter();
  const list = useRef<HTMLDivElement>(null);
  const hrefOf = (tab: TabName): string => pathOf(variant, tab) + writeOiSearch(onOtherTab(search));
  const go = (to: number): void => void router.navigate({ href: hrefOf(TABS[to]!), resetScroll: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab may stand outside of what is in sight
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (tab === null || tab === undefined || list.current === null) return;
    const { left, right } = tab.getBoundingClientRect();
    const room = list.current.getBoundingClientRect();
    if (left < room.left || right > room.right) list.current.scrollLeft += left - room.left - 16;
  }, [selected]);
  return (
    <div
      ref={list}
      className={`${tabCss.tabs} ${css.tabs}`}
      role="tablist"
      aria-label={TEXTS.tabsName}
      onKeyDown={(event) => onTabKey(event, TABS.indexOf(selected), go)}
    >
      {TABS.map((tab) => (
        <PageLink
          key={tab}
          to={hrefOf(tab)}
          role="tab"
          className={tabCss.tab ?? ""}
          aria-selected={tab === selected}
          aria-controls="oi-panel"
          tabIndex={tab === selected ? 0 : -1}
          data-testid={`tab-${tab}`}
        >
          {TEXTS.tabs[tab]}
        </PageLink>
      ))}
    </div>
  );
}
