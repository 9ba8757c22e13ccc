import css from "./PayoffChart.module.css";

/** A line at a price and a ring on each curve: elements that are moved, so that no curve is drawn again for them. */
interface Crosshair {
  /** CSS pixels inside the plot; NaN hides what it is of. */
  move(x: number, atExpiry: number, atTarget: number): void;
  /** What a drag across the plot selects; NaN none. */
  select(from: number, to: number): void;
}

function part(host: HTMLElement, className: string | undefined): HTMLElement {
  const element = document.createElement("div");
  element.className = className ?? "";
  element.hidden = true;
  host.append(element);
  return element;
}

function put(element: HTMLElement, x: number, y: number): void {
  const isHidden = !(Number.isFinite(x) && Number.isFinite(y));
  if (element.hidden !== isHidden) element.hidden = isHidden;
  if (!isHidden) element.style.transform = `translate(${x}px,${y}px)`;
}

/** @param over the element that covers the plot */
export function createCrosshair(over: HTMLElement): Crosshair {
  const selection = part(over, css.selection);
  const line = part(over, css.crosshair);
  const rings = [part(over, css.ring), part(over, css.ring)] as const;
  rings[0].dataset.curve = "expiry";
  rings[1].dataset.curve = "target";
  return {
    move(x, atExpiry, atTarget) {
      put(line, Math.round(x), 0);
      put(rings[0], x, atExpiry);
      put(rings[1], x, atTarget);
    },
    select(from, to) {
      put(selection, Math.min(from, to), 0);
      if (!selection.hidden) selection.style.width = `${Math.abs(to - from)}px`;
    },
  };
}
