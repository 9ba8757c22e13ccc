import { PAGE_PATHS, type PageName } from "#domain/access/page-paths.ts";
import { PageLink } from "../../components/link/PageLink.tsx";
import css from "./SubNav.module.css";
import { TEXTS } from "./texts.ts";

interface Tab {
  readonly name: PageName;
  readonly label: string;
}

/** Pages that belong together, and the line of tabs that leads between them. */
const GROUPS: readonly (readonly Tab[])[] = [
  [
    { name: "home", label: TEXTS.tabs.market },
    { name: "analyze", label: TEXTS.tabs.analyse },
  ],
];

/** The tabs of the page's group, if it has one; stays in sight while the page scrolls. */
export function SubNav({ name }: { readonly name: PageName }) {
  const tabs = GROUPS.find((group) => group.some((tab) => tab.name === name));
  if (tabs === undefined) return null;
  return (
    <nav className={css.bar} aria-label={TEXTS.section}>
      <ul className={css.tabs}>
        {tabs.map((tab) => (
          <li key={tab.name}>
            <PageLink className={css.tab} to={PAGE_PATHS[tab.name]}>
              {tab.label}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
