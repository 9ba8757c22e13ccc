import { useCallback, useEffect, useState } from "react";
import { pointerRest } from "../../../components/tooltip/pointer-rest.ts";
import type { GridPlace } from "../../../shared/beside-chain.ts";

const HEAD = '[role="columnheader"]';
/** Keys that move in the rows: in the headings they are the headings' own. */
const MOVES = /^(Arrow|Page|Home$|End$)/;

/**
 * The heading that tells of its column: one that the pointer rests on, that is pressed, or that keys are in. One of them is a stop of Tab,
 * arrows lead from one to the next, and down into the rows.
 * @param className of headings that tell
 * @param described id of what describes the heading at that place
 */
export function useToldHead(
  { content, layout, scroller }: Pick<GridPlace, "content" | "layout" | "scroller">,
  className: string,
  described: (at: number) => string,
): readonly [HTMLElement | null, close: () => void] {
  const [told, setTold] = useState<HTMLElement | null>(null);
  const close = useCallback(() => setTold(null), []);

  useEffect(() => {
    const all = [...content.querySelectorAll<HTMLElement>(HEAD)];
    const row = all[0]?.parentElement?.parentElement;
    if (all.length !== layout.columns.length || !row) return;
    const rest = pointerRest(setTold);
    const end = new AbortController();
    let frame = 0;
    const headOf = ({ target }: Event): HTMLElement | null =>
      target instanceof Element ? target.closest<HTMLElement>(HEAD) : null;
    const stopAt = (head: HTMLElement): void => {
      for (const each of all) each.tabIndex = each === head ? 0 : -1;
    };
    all.forEach((head, at) => {
      head.classList.add(className);
      head.setAttribute("aria-describedby", described(at));
    });
    stopAt(all.find((head) => head === document.activeElement) ?? all[0]!);

    const over = (event: PointerEvent): void => {
      if (event.pointerType !== "touch") rest.on(headOf(event));
    };
    const leave = ({ pointerType }: PointerEvent): void => {
      if (pointerType !== "touch") rest.on(null);
    };
    const press = (event: MouseEvent): void => {
      const head = headOf(event);
      const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
      rest.stop();
      setTold((before) => (isTouch && before === head ? null : head));
    };
    // The grid shows the cell that its keys are in when it has the focus itself; here a heading has it.
    const focused = (event: FocusEvent): void => {
      event.stopPropagation();
      const head = headOf(event);
      if (head === null) return;
      stopAt(head);
      // What brings it into sight scrolls, and scrolling ends what is told.
      if (head.matches(":focus-visible")) frame = requestAnimationFrame(() => setTold(head));
    };
    const left = (): void => {
      cancelAnimationFrame(frame);
      setTold(null);
    };
    const key = (event: KeyboardEvent): void => {
      const at = all.indexOf(event.target as HTMLElement);
      if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Enter" || event.key === " ") {
        setTold((before) => (before === all[at] ? null : all[at]!));
      } else if (MOVES.test(event.key)) {
        const last = all.length - 1;
        const places: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
        const to = places[event.key];
        if (event.key === "ArrowDown")
          content.querySelector<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true });
        else if (to !== undefined) all[Math.max(0, Math.min(last, to))]?.focus();
      } else return;
      event.preventDefault();
      event.stopPropagation();
    };
    const { signal } = end;
    row.addEventListener("pointerover", over, { signal });
    row.addEventListener("pointerleave", leave, { signal });
    row.addEventListener("click", press, { signal });
    row.addEventListener("focusin", focused, { signal });
    row.addEventListener("focusout", left, { signal });
    row.addEventListener("keydown", key, { signal });
    return () => {
      end.abort();
      rest.stop();
      cancelAnimationFrame(frame);
      for (const head of all) {
        head.removeAttribute("aria-describedby");
        head.removeAttribute("tabindex");
      }
      setTold(null);
    };
  }, [content, layout, className, described]);

  useEffect(() => {
    if (told === null) return;
    const down = ({ target }: PointerEvent): void => {
      if (!(target instanceof Node && told.contains(target))) close();
    };
    const onEscape = ({ key }: KeyboardEvent): void => {
      if (key === "Escape") close();
    };
    document.addEventListener("pointerdown", down);
    document.addEventListener("keydown", onEscape);
    scroller.addEventListener("scroll", close, { passive: true });
    return () => {
      document.removeEventListener("pointerdown", down);
      document.removeEventListener("keydown", onEscape);
      scroller.removeEventListener("scroll", close);
    };
  }, [told, close, scroller]);

  return [told, close];
}
