import { Label, Radio, RadioGroup } from "react-aria-components";
import { useSnapshot } from "valtio";
import { savePreference } from "../../api/account-calls.ts";
import { textOf } from "../../api/api-failure.ts";
import { TEXTS as THEME } from "../../components/theme/texts.ts";
import {
  PALETTES,
  type Palette,
  setPalette,
  setTheme,
  type ThemeChoice,
  themeState,
} from "../../components/theme/theme-state.ts";
import { showToast } from "../../components/toast/toast.ts";
import css from "./account.module.css";
import { TEXTS } from "./texts.ts";

const THEMES: readonly ThemeChoice[] = ["system", "light", "dark"];

/** Choices that travel with the account to devices where nothing was chosen yet. */
export function PreferencesTab() {
  const { choice, palette } = useSnapshot(themeState);
  const choose = (next: ThemeChoice): void => {
    setTheme(next);
    savePreference("theme", next).catch((error: unknown) =>
      showToast(textOf(error), { tone: "error", detail: TEXTS.preferences.notSaved }),
    );
  };
  return (
    <section className={`${css.card} ${css.narrow}`}>
      <RadioGroup value={choice} onChange={(value) => choose(value as ThemeChoice)} orientation="horizontal">
        <Label>
          <h2>{TEXTS.preferences.theme}</h2>
        </Label>
        <div className={css.choices}>
          {THEMES.map((theme) => (
            <Radio key={theme} value={theme} className={css.choice ?? ""}>
              {TEXTS.preferences.themes[theme]}
            </Radio>
          ))}
        </div>
      </RadioGroup>
      <p className={css.note}>{TEXTS.preferences.themeKept}</p>
      <RadioGroup
        value={palette}
        onChange={(value) => setPalette(value as Palette)}
        orientation="horizontal"
        className={css.next ?? ""}
      >
        <Label>
          <h2>{TEXTS.preferences.palette}</h2>
        </Label>
        <div className={css.choices}>
          {PALETTES.map((name) => (
            <Radio key={name} value={name} className={css.choice ?? ""}>
              {THEME.palettes[name]}
            </Radio>
          ))}
        </div>
      </RadioGroup>
      <p className={css.note}>{TEXTS.preferences.paletteKept}</p>
    </section>
  );
}
