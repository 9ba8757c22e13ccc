import { type ComponentType, Suspense, useId } from "react";
import css from "./TabbedPanel.module.css";
import tabCss from "./Tabs.module.css";
import { onTabKey } from "./tab-keys.ts";

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly Content: ComponentType;
}

interface Props<Id extends string> {
  /** What the tabs are of, for who cannot see them. */
  readonly name: string;
  readonly tabs: readonly Tab<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
  /** The room that a content takes while its code comes, so that the page does not jump. */
  readonly room?: string;
}

/** Views of which one is shown at a time; arrows, Home and End go through them. */
export function TabbedPanel<Id extends string>({ name, tabs, selected, onSelect, room }: Props<Id>) {
  const own = useId();
  const at = Math.max(
    0,
    tabs.findIndex(({ id }) => id === selected),
  );
  const { id: shown, Content } = tabs[at]!;
  return (
    <section className={css.tabbed} aria-label={name}>
      <div
        className={tabCss.tabs}
        role="tablist"
        aria-label={name}
        onKeyDown={(event) => onTabKey(event, at, (to) => onSelect(tabs[to]!.id))}
      >
        {tabs.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${own}-${id}`}
            aria-selected={id === shown}
            aria-controls={`${own}-panel`}
            tabIndex={id === shown ? 0 : -1}
            className={tabCss.tab}
            onClick={() => onSelect(id)}
            data-testid={`tab-${id}`}
          >
            {label}
          </button>
        ))}
      </div>
      <div id={`${own}-panel`} className={css.panel} role="tabpanel" aria-labelledby={`${own}-${shown}`}>
        <Suspense fallback={<div style={{ minHeight: room }} />}>
          <Content />
        </Suspense>
      </div>
    </section>
  );
}
