import type { Painter } from "#workers/painter/api.ts";
import type { PainterKind } from "../../live/start-painter.ts";
import css from "./Pins.module.css";
import type { Strip as StripOf } from "./Strip.tsx";

interface Props {
  readonly painter: Painter;
  readonly kind: Exclude<PainterKind, "dom">;
  /** Of the strikes, CSS pixels. */
  readonly left: number;
  readonly width: number;
  /** the strip that each canvas shows, -1 for none */
  readonly slots: readonly number[];
  /** Of a strip, CSS pixels. */
  readonly height: number;
  /** Comes with the grid. */
  readonly Strip: typeof StripOf;
}

/** Canvases of the strikes alone: the browser itself holds them in sight while the other columns are scrolled under them. */
export function Pins({ painter, kind, left, width, slots, height, Strip }: Props) {
  return (
    <div className={css.pins} style={{ marginLeft: left, width }} data-testid="chain-pins">
      {slots.map((strip, slot) => (
        <Strip
          // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its index
          key={`${kind}-${slot}`}
          slot={slot}
          top={strip < 0 ? null : strip * height}
          width={width}
          height={height}
          onCanvas={(canvas) => {
            const given = kind === "worker" ? canvas.transferControlToOffscreen() : canvas;
            painter.post(
              { type: "pin", slot, canvas: given },
              given instanceof OffscreenCanvas ? [given] : undefined,
            );
          }}
          onGone={() => painter.post({ type: "pin", slot, canvas: null })}
        />
      ))}
    </div>
  );
}
