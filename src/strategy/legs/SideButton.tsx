import { legName } from "../fields/leg-names.ts";
import css from "./Fields.module.css";
import type { LegFields } from "./leg-fields.ts";
import { TEXTS } from "./texts.ts";

/** Bought or sold; pressed, the other way round. */
export function SideButton({ leg, dispatch }: Pick<LegFields, "leg" | "dispatch">) {
  const action = leg.quantity > 0 ? "BUY" : "SELL";
  const label = TEXTS.flip(legName(leg));
  return (
    <button
      type="button"
      className={css.side}
      data-side={action}
      aria-label={label}
      title={label}
      onClick={() => dispatch({ type: "flip-leg", id: leg.id })}
      data-testid="leg-side"
    >
      {TEXTS.sides[action]}
    </button>
  );
}
