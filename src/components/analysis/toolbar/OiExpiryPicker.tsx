import { TEXTS } from "../texts.ts";
import type { OiExpiryPickerProps } from "../types.ts";
import css from "./ChartToolbar.module.css";

/** Expiries whose open interest is added up behind the payoff. */
export function OiExpiryPicker({ expiries, onToggle }: OiExpiryPickerProps) {
  return (
    <fieldset className={css.expiries} aria-label={TEXTS.toolbar.expiries}>
      {expiries.map(({ expiry, expiryText, isWeekly, isSelected }) => (
        <button
          key={expiry}
          type="button"
          className={css.toggle}
          aria-pressed={isSelected}
          title={isWeekly ? TEXTS.toolbar.weekly : undefined}
          onClick={() => onToggle(expiry)}
        >
          {expiryText}
        </button>
      ))}
    </fieldset>
  );
}
