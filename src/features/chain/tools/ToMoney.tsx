import { ArrowDown, ArrowUp } from "lucide-react";
import { useCallback, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { formatFixed } from "#domain/format/number.ts";
import type { GridPlace } from "../../../shared/beside-chain.ts";
import css from "./ChainTools.module.css";
import { toMoney } from "./go-to-row.ts";
import { TEXTS } from "./texts.ts";

interface Props {
  readonly grid: GridPlace;
  /** -1 unknown */
  readonly atRow: number;
  /** rupees */
  readonly strike: number;
}

/** The chip that leads back to the at-the-money strike while it is out of sight (rule CHAIN-38). */
export function ToMoney({ grid, atRow, strike }: Props) {
  const { scroller, body, rowHeight, layout } = grid;

  const where = useSyncExternalStore(
    useCallback(
      (changed) => {
        scroller.addEventListener("scroll", changed, { passive: true });
        window.addEventListener("resize", changed);
        return () => {
          scroller.removeEventListener("scroll", changed);
          window.removeEventListener("resize", changed);
        };
      },
      [scroller],
    ),
    () => {
      const top = atRow * rowHeight;
      const room = scroller.clientHeight - body.offsetTop;
      if (atRow < 0) return "unknown";
      if (top + rowHeight <= scroller.scrollTop) return "above";
      return top >= scroller.scrollTop + room ? "below" : "here";
    },
  );

  if (where !== "above" && where !== "below") return null;
  const text = formatFixed(strike, layout.strikeDecimals);
  const Arrow = where === "above" ? ArrowUp : ArrowDown;
  return createPortal(
    <button
      type="button"
      className={css.money}
      onClick={() => toMoney(grid, atRow)}
      aria-label={TEXTS.toMoney(text)}
      aria-keyshortcuts="0"
    >
      <Arrow size={14} strokeWidth={1.75} aria-hidden="true" />
      {TEXTS.money(text)}
    </button>,
    grid.frame,
  );
}
