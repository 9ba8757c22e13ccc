import type { ChainSettings } from "#domain/chain/settings.ts";
import { pageSettings } from "./page-settings.ts";
import css from "./SettingsPanel.module.css";
import { TEXTS } from "./texts.ts";

const { display } = TEXTS;

type Choices = "quantityUnit" | "bars";
type Checks = keyof typeof display.checks;

const save = (change: Partial<ChainSettings>): void =>
  pageSettings.change((settings) => ({ ...settings, ...change }));

interface Props {
  readonly settings: ChainSettings;
}

function Choice<K extends Choices>({ name, settings }: Props & { readonly name: K }) {
  const { label, options } = display[name];
  return (
    <fieldset className={css.choice}>
      <legend>{label}</legend>
      <div className={css.segments}>
        {(Object.entries(options) as [ChainSettings[K], string][]).map(([option, text]) => (
          <label
            key={option}
            className={css.segment}
            data-chosen={option === settings[name] ? "" : undefined}
          >
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              checked={option === settings[name]}
              onChange={() => save({ [name]: option })}
            />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** How figures are written, whatever the view. */
export function Figures({ settings }: Props) {
  return (
    <section className={css.section} aria-label={display.name}>
      <h3 className={css.sectionTitle}>{display.name}</h3>
      <div className={css.choices}>
        <Choice name="quantityUnit" settings={settings} />
        <Choice name="bars" settings={settings} />
      </div>
      <div className={css.checks}>
        {(Object.keys(display.checks) as Checks[]).map((name) => (
          <label key={name} className={css.check}>
            <input
              type="checkbox"
              checked={settings[name]}
              onChange={(event) => save({ [name]: event.target.checked })}
            />
            {display.checks[name]}
          </label>
        ))}
      </div>
    </section>
  );
}
