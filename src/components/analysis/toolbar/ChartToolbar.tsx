import { ZoomIn, ZoomOut } from "lucide-react";
import { memo } from "react";
import { TEXTS } from "../texts.ts";
import { CHART_GREEKS, type ChartGreek, type ChartToolbarProps } from "../types.ts";
import css from "./ChartToolbar.module.css";
import { OiExpiryPicker } from "./OiExpiryPicker.tsx";

const OI_MODES = ["oi", "change", "off"] as const;

const isGreek = (value: string): value is ChartGreek => (CHART_GREEKS as readonly string[]).includes(value);

function ZoomButtons({ zoom, onStep, onZoom }: Pick<ChartToolbarProps, "zoom" | "onStep" | "onZoom">) {
  const { toolbar } = TEXTS;
  return (
    <fieldset className={css.group} aria-label={toolbar.zoom}>
      <button
        type="button"
        className={css.toggle}
        title={toolbar.nearHint}
        aria-pressed={zoom.kind === "ZoomIn"}
        onClick={() => onZoom({ kind: "ZoomIn" })}
      >
        {toolbar.near}
      </button>
      <button
        type="button"
        className={css.toggle}
        title={toolbar.allHint}
        aria-pressed={zoom.kind === "ZoomOut"}
        onClick={() => onZoom({ kind: "ZoomOut" })}
      >
        {toolbar.all}
      </button>
      <button
        type="button"
        className={css.icon}
        aria-label={toolbar.zoomIn}
        title={toolbar.zoomIn}
        onClick={() => onStep("in")}
      >
        <ZoomIn size={16} strokeWidth={1.5} />
      </button>
      <button
        type="button"
        className={css.icon}
        aria-label={toolbar.zoomOut}
        title={toolbar.zoomOut}
        disabled={zoom.kind === "ZoomOut"}
        onClick={() => onStep("out")}
      >
        <ZoomOut size={16} strokeWidth={1.5} />
      </button>
    </fieldset>
  );
}

/** What the payoff shows beside its curves, and how near. */
export const ChartToolbar = memo(function ChartToolbar(props: ChartToolbarProps) {
  const { oiMode, onOiMode, oiExpiries = [], onOiExpiry, greek, onGreek } = props;
  const { toolbar } = TEXTS;
  const hasOi = onOiMode !== undefined && oiMode !== "off";
  return (
    <div className={css.toolbar} role="group" aria-label={toolbar.name}>
      <ZoomButtons {...props} />
      {onGreek === undefined ? null : (
        <select
          className={css.select}
          aria-label={toolbar.greek}
          value={greek ?? ""}
          onChange={({ target }) => onGreek(isGreek(target.value) ? target.value : null)}
        >
          <option value="">{toolbar.noGreek}</option>
          {CHART_GREEKS.map((each) => (
            <option key={each} value={each}>
              {TEXTS.greeks[each]}
            </option>
          ))}
        </select>
      )}
      {onOiMode === undefined ? null : (
        <select
          className={css.select}
          aria-label={toolbar.oi}
          value={oiMode}
          onChange={({ target }) => onOiMode(OI_MODES.find((mode) => mode === target.value) ?? "off")}
        >
          {OI_MODES.map((mode) => (
            <option key={mode} value={mode}>
              {toolbar.oiModes[mode]}
            </option>
          ))}
        </select>
      )}
      {hasOi ? (
        <span className={css.key} aria-hidden="true">
          <i data-side="call" />
          {toolbar.oiKey.call}
          <i data-side="put" />
          {toolbar.oiKey.put}
        </span>
      ) : null}
      {hasOi && onOiExpiry !== undefined && oiExpiries.length > 0 ? (
        <OiExpiryPicker expiries={oiExpiries} onToggle={onOiExpiry} />
      ) : null}
    </div>
  );
});
