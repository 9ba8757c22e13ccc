import type { HTMLAttributes } from "react";
import css from "./FloatingWindow.module.css";
import type { Edges } from "./geometry.ts";

const EDGES: readonly Edges[] = (["top", null, "bottom"] as const).flatMap((y) =>
  (["left", null, "right"] as const).filter((x) => x !== null || y !== null).map((x) => ({ x, y })),
);

interface Props {
  readonly holds: (edges: Edges) => HTMLAttributes<HTMLElement>;
}

/** Edges and corners that a window is drawn larger by. Keys do it at the handle in the header. */
export function ResizeEdges({ holds }: Props) {
  return EDGES.map((edges) => {
    const name = [edges.y, edges.x].filter((each) => each !== null).join("-");
    return (
      <div
        key={name}
        className={css.edge}
        data-x={edges.x ?? undefined}
        data-y={edges.y ?? undefined}
        data-testid={`edge-${name}`}
        aria-hidden="true"
        {...holds(edges)}
      />
    );
  });
}
