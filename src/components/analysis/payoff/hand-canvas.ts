/**
 * A canvas over readout, tag and plot for as long as something is in the hand. What follows the hand is drawn on it: an element that moves,
 * or a text that changes, has the browser lay out and paint the page anew in every frame; a canvas costs itself alone.
 */
import uPlot from "uplot";
import css from "./PayoffChart.module.css";

/** CSS pixels, against its upper left corner. */
export interface HandPlace {
  /** Of the corner in the window. */
  readonly left: number;
  readonly top: number;
  /** Upper edge of the plot's canvas. */
  readonly plot: number;
}

interface HandCanvas {
  /** null while nothing is in the hand. */
  readonly place: HandPlace | null;
  /** Puts it over the chart as that is laid out now. */
  put(): HandPlace;
  /** In CSS pixels. */
  paint(draw: (ctx: CanvasRenderingContext2D) => void): void;
  remove(): void;
}

interface Hosts {
  readonly readout: HTMLElement;
  readonly plot: HTMLElement;
}

/** Over everything from the readout down to the end of the plot, in the element that holds the plot. */
export function createHandCanvas({ readout, plot }: Hosts): HandCanvas {
  let canvas: HTMLCanvasElement | null = null;
  let ctx: CanvasRenderingContext2D | null = null;
  let place: HandPlace | null = null;
  let ratio = 1;

  function size(width: number, height: number): void {
    ratio = uPlot.pxRatio;
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas === null) return;
    if (canvas.width !== w) canvas.width = w;
    if (canvas.height !== h) canvas.height = h;
    Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
  }

  return {
    get place() {
      return place;
    },
    put() {
      const below = plot.getBoundingClientRect();
      const { top } = readout.getBoundingClientRect();
      const body = plot.parentElement!;
      if (canvas === null) {
        canvas = document.createElement("canvas");
        canvas.className = css.hand ?? "";
        canvas.setAttribute("aria-hidden", "true");
        ctx = canvas.getContext("2d");
        body.append(canvas);
      }
      size(below.width, below.bottom - top);
      canvas.style.top = `${top - body.getBoundingClientRect().top}px`;
      place = { left: below.left, top, plot: below.top - top };
      return place;
    },
    paint(draw) {
      if (ctx === null || canvas === null) return;
      ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
      ctx.clearRect(0, 0, canvas.width / ratio, canvas.height / ratio);
      draw(ctx);
    },
    remove() {
      canvas?.remove();
      canvas = null;
      ctx = null;
      place = null;
    },
  };
}
