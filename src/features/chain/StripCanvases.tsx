import type { Painter } from "#workers/painter/api.ts";
import type { PainterKind } from "../../live/start-painter.ts";
import { Strip } from "./Strip.tsx";
import { STRIP_ROWS } from "./slots.ts";

interface Props {
  readonly painter: Painter;
  readonly kind: Exclude<PainterKind, "dom">;
  /** the strip that each canvas shows, -1 for none */
  readonly slots: readonly number[];
  readonly width: number;
  readonly rowHeight: number;
}

/** The canvases of the grid, each handed to the painter once, when it comes to be. */
export function StripCanvases({ painter, kind, slots, width, rowHeight }: Props) {
  const height = STRIP_ROWS * rowHeight;
  return slots.map((strip, slot) => (
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
          { type: "slot", slot, canvas: given },
          given instanceof OffscreenCanvas ? [given] : undefined,
        );
        painter.post({ type: "assign", strips: [{ slot, strip }] });
      }}
    />
  ));
}
