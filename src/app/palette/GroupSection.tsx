import { Header, ListBoxItem, ListBoxSection, Text } from "react-aria-components";
import { isThere } from "../../shared/nav-target.ts";
import css from "./CommandPalette.module.css";
import type { Group } from "./groups.ts";
import { UnderlyingFigures } from "./UnderlyingFigures.tsx";

const PAGE_HINT = { open: "", login: "Login first", plan: "Another plan", disabled: "", absent: "" } as const;

interface Props {
  readonly group: Group;
  /** of the line that Enter takes, wherever it stands; null while nothing is typed */
  readonly firstKey: string | null;
}

/** The lines of the palette under one heading. */
export function GroupSection({ group, firstKey }: Props) {
  const marked = (key: string) => (key === firstKey ? { "data-first": "" } : {});
  const line = (key: string, label: string, tagline: string, hint: string) => (
    <ListBoxItem key={key} id={key} textValue={label} className={css.item ?? ""} {...marked(key)}>
      <Text slot="label" className={css.label ?? ""}>
        <span className={css.symbol}>{label}</span>
        <span className={css.name}>{tagline}</span>
      </Text>
      <span className={css.hint}>{hint}</span>
    </ListBoxItem>
  );
  return (
    <ListBoxSection id={group.id}>
      <Header className={css.title ?? ""}>{group.title}</Header>
      {"pages" in group
        ? group.pages.map(({ entry, state }) =>
            line(
              `pages:${entry.label}`,
              entry.label,
              entry.tagline,
              isThere(entry) ? PAGE_HINT[state] : "Not yet",
            ),
          )
        : null}
      {"actions" in group
        ? group.actions.map((action) => line(`do:${action.id}`, action.label, "", "Action"))
        : null}
      {"underlyings" in group
        ? group.underlyings.map((u) => (
            <ListBoxItem
              key={u.symbol}
              id={`${group.id}:${u.symbol}`}
              textValue={u.symbol}
              className={css.item ?? ""}
              {...marked(`${group.id}:${u.symbol}`)}
            >
              <Text slot="label" className={css.label ?? ""}>
                <span className={css.symbol}>{u.symbol}</span>
                <span className={css.name}>{u.name}</span>
                <span className={css.exchange}>{u.derivativeExchange}</span>
              </Text>
              <UnderlyingFigures underlying={u} />
            </ListBoxItem>
          ))
        : null}
    </ListBoxSection>
  );
}
