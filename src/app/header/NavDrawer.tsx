import { useSnapshot } from "valtio";
import { ANALYSE, BAR, entryState, HOME, MORE, type NavGroup, TRADE } from "#domain/access/navigation.ts";
import { Drawer } from "../../components/drawer/Drawer.tsx";
import { TEXTS as THEME } from "../../components/theme/texts.ts";
import {
  PALETTES,
  setPalette,
  setTheme,
  type ThemeChoice,
  themeState,
} from "../../components/theme/theme-state.ts";
import { type SessionState, session } from "../../session/session-state.ts";
import { subjectOf } from "../../session/subject.ts";
import { shell } from "../../shared/shell-state.ts";
import css from "./NavDrawer.module.css";
import { NavLine } from "./NavLine.tsx";

interface Section {
  readonly title: string;
  readonly groups: readonly NavGroup[];
}

const SECTIONS: readonly Section[] = [
  { title: "Analyse", groups: ANALYSE },
  { title: "Trade", groups: TRADE },
  { title: "More", groups: MORE },
];

const THEMES: readonly (readonly [ThemeChoice, string])[] = [
  ["light", "Light"],
  ["dark", "Dark"],
  ["system", "System"],
];

const close = (): void => {
  shell.drawerOpen = false;
};

/** The whole navigation on a small screen. */
export function NavDrawer() {
  const { drawerOpen } = useSnapshot(shell);
  const { choice, palette } = useSnapshot(themeState);
  const subject = subjectOf(useSnapshot(session) as SessionState);
  const lines = (entries: NavGroup["entries"]) =>
    entries.map((entry) => {
      const state = entryState(entry, subject);
      return state === "absent" ? null : (
        <NavLine key={entry.label} entry={entry} state={state} onGo={close} />
      );
    });
  return (
    <Drawer title="Strikewise" side="left" isOpen={drawerOpen} onClose={close}>
      <nav className={css.nav} aria-label="Main">
        <ul className={css.list}>{lines([HOME, ...BAR])}</ul>
        {SECTIONS.map(({ title, groups }) => (
          <details key={title} className={css.section}>
            <summary className={css.summary}>{title}</summary>
            <ul className={css.list}>{lines(groups.flatMap((group) => group.entries))}</ul>
          </details>
        ))}
      </nav>
      <fieldset className={css.themes}>
        <legend>Theme</legend>
        {THEMES.map(([theme, label]) => (
          <label key={theme} className={css.theme}>
            <input type="radio" name="theme" checked={choice === theme} onChange={() => setTheme(theme)} />
            {label}
          </label>
        ))}
      </fieldset>
      <fieldset className={css.themes}>
        <legend>Up and down</legend>
        {PALETTES.map((name) => (
          <label key={name} className={css.theme}>
            <input type="radio" name="palette" checked={palette === name} onChange={() => setPalette(name)} />
            {THEME.palettes[name]}
          </label>
        ))}
      </fieldset>
    </Drawer>
  );
}
