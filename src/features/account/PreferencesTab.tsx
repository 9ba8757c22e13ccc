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

const THEMES: readonly (readonly [ThemeChoice, string])[] = [
  ["system", "As the system"],
  ["light", "Light"],
  ["dark", "Dark"],
];

/** Choices that travel with the account to devices where nothing was chosen yet. */
export function PreferencesTab() {
  const { choice, palette } = useSnapshot(themeState);
  const choose = (next: ThemeChoice): void => {
    setTheme(next);
    savePreference("theme", next).catch((error: unknown) =>
      showToast(textOf(error), { tone: "error", detail: "The choice holds on this device." }),
    );
  };
  return (
    <section className={`${css.card} ${css.narrow}`}>
      <RadioGroup value={choice} onChange={(value) => choose(value as ThemeChoice)} orientation="horizontal">
        <Label>
          <h2>Theme</h2>
        </Label>
        <div className={css.choices}>
          {THEMES.map(([value, name]) => (
            <Radio key={value} value={value} className={css.choice ?? ""}>
              {name}
            </Radio>
          ))}
        </div>
      </RadioGroup>
      <p className={css.note}>Saved with your account, for devices on which you have not chosen yet.</p>
      <RadioGroup
        value={palette}
        onChange={(value) => setPalette(value as Palette)}
        orientation="horizontal"
        className={css.next ?? ""}
      >
        <Label>
          <h2>Up and down</h2>
        </Label>
        <div className={css.choices}>
          {PALETTES.map((name) => (
            <Radio key={name} value={name} className={css.choice ?? ""}>
              {THEME.palettes[name]}
            </Radio>
          ))}
        </div>
      </RadioGroup>
      <p className={css.note}>
        Blue and orange stay apart to the colour-blind; puts and calls follow. Kept in this browser.
      </p>
    </section>
  );
}
