import { ArrowDown, ArrowUp } from "lucide-react";
import { useEffect, useState } from "react";
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

type Where = "unknown" | "above" | "below" | "here";

function whereIs({ scroller, body, rowHeight }: GridPlace, atRow: number): Where {
  const top = atRow * rowHeight;
  const room = scroller.clientHeight - body.offsetTop;
  if (atRow < 0) return "unknown";
  if (top + rowHeight <= scroller.scrollTop) return "above";
  return top >= scroller.scrollTop + room ? "below" : "here";
}

/** The chip that leads back to the at-the-money strike while it is out of sight (rule CHAIN-38). */
export function ToMoney({ grid, atRow, strike }: Props) {
  const { scroller, layout } = grid;
  const [where, setWhere] = useState<Where>("unknown");
  useEffect(() => {
    const look = (): void => setWhere(whereIs(grid, atRow));
    // It tells the first size too, once the layout is there to be read: to ask for it here would have it done at once.
    const sizes = new ResizeObserver(look);
    sizes.observe(scroller);
    scroller.addEventListener("scroll", look, { passive: true });
    return () => {
      sizes.disconnect();
      scroller.removeEventListener("scroll", look);
    };
  }, [grid, scroller, atRow]);

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
