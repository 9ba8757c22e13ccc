import { useSnapshot } from "valtio";
import { ANALYSE, BAR, entryState, HOME, MORE, type NavGroup, TRADE } from "#domain/access/navigation.ts";
import { Drawer } from "../../../components/drawer/Drawer.tsx";
import { TEXTS as THEME } from "../../../components/theme/texts.ts";
import {
  PALETTES,
  setPalette,
  setTheme,
  type ThemeChoice,
  themeState,
} from "../../../components/theme/theme-state.ts";
import { type SessionState, session } from "../../../session/session-state.ts";
import { subjectOf } from "../../../session/subject.ts";
import { shell } from "../../../shared/shell-state.ts";
import { TEXTS as HEADER } from "../texts.ts";
import css from "./NavDrawer.module.css";
import { NavLine } from "./NavLine.tsx";
import { TEXTS } from "./texts.ts";

interface Section {
  readonly title: string;
  readonly groups: readonly NavGroup[];
}

const SECTIONS: readonly Section[] = [
  { title: HEADER.menus.analyse, groups: ANALYSE },
  { title: HEADER.menus.trade, groups: TRADE },
  { title: HEADER.menus.more, groups: MORE },
];

const THEMES: readonly ThemeChoice[] = ["light", "dark", "system"];

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
      <nav className={css.nav} aria-label={HEADER.nav}>
        <ul className={css.list}>{lines([HOME, ...BAR])}</ul>
        {SECTIONS.map(({ title, groups }) => (
          <details key={title} className={css.section}>
            <summary className={css.summary}>{title}</summary>
            <ul className={css.list}>{lines(groups.flatMap((group) => group.entries))}</ul>
          </details>
        ))}
      </nav>
      <fieldset className={css.themes}>
        <legend>{TEXTS.theme}</legend>
        {THEMES.map((theme) => (
          <label key={theme} className={css.theme}>
            <input type="radio" name="theme" checked={choice === theme} onChange={() => setTheme(theme)} />
            {TEXTS.themes[theme]}
          </label>
        ))}
      </fieldset>
      <fieldset className={css.themes}>
        <legend>{TEXTS.palette}</legend>
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
