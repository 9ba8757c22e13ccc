import { Info } from "lucide-react";
import { openInfo } from "../instrument-windows.ts";
import css from "./InfoButton.module.css";
import { TEXTS } from "./texts.ts";

/** Opens the window on an instrument, wherever its symbol stands. */
export function InfoButton({ symbol }: { readonly symbol: string }) {
  const label = TEXTS.infoOf(symbol);
  return (
    <button
      type="button"
      className={css.button}
      aria-label={label}
      title={label}
      onClick={() => openInfo(symbol)}
      data-testid="info-open"
    >
      <Info size={16} strokeWidth={1.5} aria-hidden="true" />
    </button>
  );
}
