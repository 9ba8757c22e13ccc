import type { RefObject } from "react";
import { Dialog, Popover } from "react-aria-components";
import { formatFixed } from "#domain/format/number.ts";
import { type AnalyzerSettings, DEFAULT_SETTINGS } from "#domain/strategy/analyzer/model.ts";
import { useAnalyzer, useAnalyzerState } from "../../../analyzer/use-analyzer.tsx";
import { Segments } from "../../../components/segments/Segments.tsx";
import { NumberField } from "../../../strategy/fields/NumberField.tsx";
import { readDays } from "../../../strategy/fields/read-figure.ts";
import css from "./BuilderSettings.module.css";
import { TEXTS } from "./texts.ts";

type Choices = "tradeView" | "OIMode" | "sdMode" | "riskRewardMode";
type Checks = keyof typeof TEXTS.checks;

interface Props {
  readonly trigger: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** What a trader sets once for all strategies. */
export function BuilderSettings({ trigger, onClose }: Props) {
  const analyzer = useAnalyzer();
  const { instance } = useAnalyzerState();
  const settings = instance?.settings ?? DEFAULT_SETTINGS;
  const save = (change: Partial<AnalyzerSettings>) => analyzer.saveSettings(change);
  const choice = <K extends Choices>(name: K) => (
    <Segments<AnalyzerSettings[K]>
      name={name}
      label={TEXTS[name].label}
      options={TEXTS[name].options as Readonly<Record<AnalyzerSettings[K], string>>}
      value={settings[name]}
      onChange={(value) => save({ [name]: value })}
    />
  );
  return (
    <Popover
      className={css.popover ?? ""}
      triggerRef={trigger}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      placement="bottom end"
      offset={6}
    >
      <Dialog className={css.dialog ?? ""} aria-label={TEXTS.name} data-testid="settings">
        <h2 className={css.title}>{TEXTS.name}</h2>
        {choice("tradeView")}
        {choice("OIMode")}
        {choice("sdMode")}
        {settings.sdMode === "fixed" ? (
          <div className={css.days}>
            <span aria-hidden="true">{TEXTS.sdFixedDays}</span>
            <NumberField
              label={TEXTS.sdFixedDays}
              text={formatFixed(settings.sdFixedDays, 0)}
              read={readDays}
              onCommit={(sdFixedDays) => save({ sdFixedDays })}
              onStep={(step) => save({ sdFixedDays: Math.max(1, settings.sdFixedDays + step) })}
            />
          </div>
        ) : null}
        {choice("riskRewardMode")}
        <div className={css.checks}>
          {(Object.keys(TEXTS.checks) as Checks[]).map((name) => (
            <label key={name} className={css.check}>
              <input
                type="checkbox"
                checked={settings[name]}
                onChange={(event) => save({ [name]: event.target.checked })}
              />
              {TEXTS.checks[name]}
            </label>
          ))}
        </div>
        <p className={css.kept}>{TEXTS.kept}</p>
      </Dialog>
    </Popover>
  );
}
