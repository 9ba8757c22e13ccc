import { useRouter } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { PageLink } from "../../../components/link/PageLink.tsx";
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
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const at = TABS.indexOf(selected);
    const last = TABS.length - 1;
    const to = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    void router.navigate({ href: hrefOf(TABS[to]!), resetScroll: false });
    (event.currentTarget.children[to] as HTMLElement | undefined)?.focus();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab may stand outside of what is in sight
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (tab === null || tab === undefined || list.current === null) return;
    const { left, right } = tab.getBoundingClientRect();
    const room = list.current.getBoundingClientRect();
    if (left < room.left || right > room.right) list.current.scrollLeft += left - room.left - 16;
  }, [selected]);
  return (
    <div ref={list} className={css.tabs} role="tablist" aria-label={TEXTS.tabsName} onKeyDown={move}>
      {TABS.map((tab) => (
        <PageLink
          key={tab}
          to={hrefOf(tab)}
          role="tab"
          className={css.tab}
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
