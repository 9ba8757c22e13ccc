import { useSnapshot } from "valtio";
import type { ChainSettings } from "#domain/chain/settings.ts";
import { Segments } from "../../../components/segments/Segments.tsx";
import { rendererState, setRenderer } from "../renderer-state.ts";
import { pageSettings } from "./page-settings.ts";
import css from "./SettingsPanel.module.css";
import { TEXTS } from "./texts.ts";

const { display } = TEXTS;

type Checks = keyof typeof display.checks;

const save = (change: Partial<ChainSettings>): void =>
  pageSettings.change((settings) => ({ ...settings, ...change }));

interface Props {
  readonly settings: ChainSettings;
}

/** How figures are written and drawn, whatever the view. */
export function Figures({ settings }: Props) {
  const { choice, forced } = useSnapshot(rendererState);
  return (
    <section className={css.section} aria-label={display.name}>
      <h3 className={css.sectionTitle}>{display.name}</h3>
      <div className={css.choices}>
        <Segments
          name="quantityUnit"
          {...display.quantityUnit}
          value={settings.quantityUnit}
          onChange={(quantityUnit) => save({ quantityUnit })}
        />
        <Segments name="bars" {...display.bars} value={settings.bars} onChange={(bars) => save({ bars })} />
        {/* Forced colours leave no choice: it is the plain table then. */}
        {forced ? null : (
          <Segments
            name="draw"
            {...display.draw}
            value={choice === "dom" ? "dom" : "auto"}
            onChange={setRenderer}
          />
        )}
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
