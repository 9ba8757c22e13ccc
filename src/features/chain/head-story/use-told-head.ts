import { useCallback, useEffect, useState } from "react";
import type { GridPlace } from "../../../shared/beside-chain.ts";

/** How long the pointer rests before a heading tells (rule SHELL-9). */
const DELAY_MS = 500;
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
    let timer: ReturnType<typeof setTimeout> | undefined;
    let frame = 0;
    let pointed: HTMLElement | null = null;
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
      const head = headOf(event);
      if (event.pointerType === "touch" || head === pointed) return;
      clearTimeout(timer);
      pointed = head;
      setTold(null);
      if (head !== null) timer = setTimeout(() => setTold(head), DELAY_MS);
    };
    const leave = (event: PointerEvent): void => {
      if (event.pointerType === "touch") return;
      clearTimeout(timer);
      pointed = null;
      setTold(null);
    };
    const press = (event: MouseEvent): void => {
      const head = headOf(event);
      const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
      clearTimeout(timer);
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
    row.addEventListener("pointerover", over);
    row.addEventListener("pointerleave", leave);
    row.addEventListener("click", press);
    row.addEventListener("focusin", focused);
    row.addEventListener("focusout", left);
    row.addEventListener("keydown", key);
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      for (const head of all) {
        head.removeAttribute("aria-describedby");
        head.removeAttribute("tabindex");
      }
      row.removeEventListener("pointerover", over);
      row.removeEventListener("pointerleave", leave);
      row.removeEventListener("click", press);
      row.removeEventListener("focusin", focused);
      row.removeEventListener("focusout", left);
      row.removeEventListener("keydown", key);
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
