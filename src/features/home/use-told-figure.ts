import { useCallback, useEffect, useState } from "react";
import { pointerRest } from "../../components/tooltip/pointer-rest.ts";

const FIGURE = "td[data-figure]";
/** A line of the table: what it leads to, then its figures. */
const LINE = "tr[data-line]";

/** What keys go to in a line; narrow screens leave figures out. */
function stopsOf(line: HTMLElement): HTMLElement[] {
  return [...line.querySelectorAll<HTMLElement>(`a, ${FIGURE}`)].filter((each) => each.offsetParent !== null);
}

/** What an arrow leads to from here, if anything. */
function stopBeside(line: HTMLElement, from: HTMLElement, key: string): HTMLElement | undefined {
  const at = stopsOf(line).indexOf(from);
  if (at < 0) return undefined;
  if (key === "ArrowLeft" || key === "ArrowRight") return stopsOf(line)[at + (key === "ArrowLeft" ? -1 : 1)];
  if (key !== "ArrowUp" && key !== "ArrowDown") return undefined;
  const lines = [...(line.closest("table")?.querySelectorAll<HTMLElement>(LINE) ?? [])];
  const other = lines[lines.indexOf(line) + (key === "ArrowUp" ? -1 : 1)];
  return other && stopsOf(other)[at];
}

/**
 * The figure of a table that tells how it came to be. A press anywhere on a line leads to its chain, so a figure tells to a pointer that
 * rests on it, and to keys, which arrows lead into the line from what it links to.
 */
export function useToldFigure(
  table: HTMLElement | null,
): readonly [told: HTMLElement | null, close: () => void] {
  const [told, setTold] = useState<HTMLElement | null>(null);
  const close = useCallback(() => setTold(null), []);

  useEffect(() => {
    if (table === null) return;
    const rest = pointerRest(setTold);
    const end = new AbortController();
    // The link of a line lies over all of it: what is under the pointer is told by where it is.
    const moved = ({ target, clientX, pointerType }: PointerEvent): void => {
      if (pointerType === "touch" || !(target instanceof Element)) return;
      const all = target.closest(LINE)?.querySelectorAll<HTMLElement>(FIGURE) ?? [];
      const under = [...all].find((each) => {
        const { left, right } = each.getBoundingClientRect();
        return left <= clientX && clientX < right;
      });
      rest.on(under ?? null);
    };
    const left = (): void => rest.on(null);
    const pressed = (): void => {
      rest.stop();
      setTold(null);
    };
    const keyed = (event: KeyboardEvent): void => {
      if (event.key === "Escape") return setTold(null);
      if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
      const line = event.target.closest<HTMLElement>(LINE);
      const to = line === null ? undefined : stopBeside(line, event.target, event.key);
      if (to === undefined) return;
      event.preventDefault();
      to.focus();
    };
    const focused = ({ target }: FocusEvent): void => {
      setTold(target instanceof HTMLElement && target.matches(FIGURE) ? target : null);
    };
    const blurred = (): void => setTold(null);
    const { signal } = end;
    table.addEventListener("pointermove", moved, { signal });
    table.addEventListener("pointerleave", left, { signal });
    table.addEventListener("pointerdown", pressed, { signal });
    table.addEventListener("keydown", keyed, { signal });
    table.addEventListener("focusin", focused, { signal });
    table.addEventListener("focusout", blurred, { signal });
    return () => {
      end.abort();
      rest.stop();
    };
  }, [table]);

  return [told, close];
}
