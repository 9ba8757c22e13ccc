import { useRouter } from "@tanstack/react-router";
import { PAGE_PATHS } from "#domain/access/page-paths.ts";
import { PageLink } from "../../components/link/PageLink.tsx";
import tabCss from "../../components/tabs/Tabs.module.css";
import { onTabKey } from "../../components/tabs/tab-keys.ts";
import { type IvSearch, TABS, type TabName, writeIvSearch } from "./address.ts";
import { TEXTS } from "./texts.ts";

/** Both charts of the page, each at an address of its own; arrows, Home and End go through them. */
export function Tabs({ search }: { readonly search: IvSearch }) {
  const router = useRouter();
  // A range of one chart says nothing on the other.
  const hrefOf = (tab: TabName): string =>
    PAGE_PATHS["iv-chart"] + writeIvSearch({ ...search, tab, view: null });
  const go = (to: number): void => void router.navigate({ href: hrefOf(TABS[to]!), resetScroll: false });
  return (
    <div
      className={tabCss.tabs}
      role="tablist"
      aria-label={TEXTS.tabsName}
      onKeyDown={(event) => onTabKey(event, TABS.indexOf(search.tab), go)}
    >
      {TABS.map((tab) => (
        <PageLink
          key={tab}
          to={hrefOf(tab)}
          role="tab"
          className={tabCss.tab ?? ""}
          aria-selected={tab === search.tab}
          aria-controls="iv-panel"
          tabIndex={tab === search.tab ? 0 : -1}
          data-testid={`tab-${tab}`}
        >
          {TEXTS.tabs[tab]}
        </PageLink>
      ))}
    </div>
  );
}
