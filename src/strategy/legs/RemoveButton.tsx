import { X } from "lucide-react";
import { legName } from "../fields/leg-names.ts";
import css from "./Fields.module.css";
import { focusNextLeg } from "./focus-on.ts";
import type { LegFields } from "./leg-fields.ts";
import { TEXTS } from "./texts.ts";

export function RemoveButton({ leg, dispatch }: Pick<LegFields, "leg" | "dispatch">) {
  const label = TEXTS.remove(legName(leg));
  return (
    <button
      type="button"
      className={css.remove}
      aria-label={label}
      title={label}
      data-leg-remove=""
      onClick={({ currentTarget }) => {
        focusNextLeg(currentTarget);
        dispatch({ type: "delete-leg", id: leg.id });
      }}
      data-testid="leg-delete"
    >
      <X size={14} strokeWidth={1.5} aria-hidden="true" />
    </button>
  );
}
