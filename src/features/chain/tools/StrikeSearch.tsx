import { useCallback, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useSnapshot } from "valtio";
import { formatFixed } from "#domain/format/number.ts";
import type { GridPlace } from "../../../shared/beside-chain.ts";
import { useChainState } from "../shown-chain.ts";
import css from "./ChainTools.module.css";
import { findStrike } from "./find-strike.ts";
import { toMoney, toStrike } from "./go-to-row.ts";
import { TEXTS } from "./texts.ts";
import { useWindowKeys } from "./use-window-keys.ts";

/** So long after the last digit the next one begins anew. */
const TYPING_MS = 1500;
/** Longer than any strike. */
const MOST_DIGITS = 9;

/** Digits typed on the page lead to the strike that begins with them, 0 back to the money (rules CHAIN-37 and CHAIN-38). */
export function StrikeSearch({ grid, atRow }: { readonly grid: GridPlace; readonly atRow: number }) {
  const strikes = useSnapshot(useChainState()).strikes as Float64Array | null;
  const [typed, setTyped] = useState("");
  const newest = useRef("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { strikeDecimals } = grid.layout;

  const say = useCallback((next: string): void => {
    newest.current = next;
    setTyped(next);
    clearTimeout(timer.current);
    if (next !== "") timer.current = setTimeout(() => say(""), TYPING_MS);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);

  useWindowKeys(
    useCallback(
      (key) => {
        const { current } = newest;
        if (current !== "" && (key === "Escape" || key === "Enter")) {
          say("");
          return true;
        }
        if (current !== "" && key === "Backspace") {
          say(current.slice(0, -1));
          return true;
        }
        // No strike begins with it.
        if (current === "" && key === "0") {
          toMoney(grid, atRow);
          return true;
        }
        const isDigit = /^\d$/.test(key) || (key === "." && current !== "" && !current.includes("."));
        if (!isDigit || strikes === null || current.length >= MOST_DIGITS) return false;
        const next = current + key;
        say(next);
        const row = findStrike(next, strikes, strikeDecimals, atRow);
        if (row < 0) return true;
        toStrike(grid, row);
        return true;
      },
      [say, strikes, strikeDecimals, atRow, grid],
    ),
  );

  const row = typed === "" || strikes === null ? -1 : findStrike(typed, strikes, strikeDecimals, atRow);
  const text =
    typed === ""
      ? ""
      : row < 0
        ? TEXTS.search.none(typed)
        : TEXTS.search.found(typed, formatFixed(strikes?.[row], strikeDecimals));
  return createPortal(
    <p className={css.search} role="status" data-none={row < 0} hidden={text === ""}>
      {text}
    </p>,
    grid.frame,
  );
}
