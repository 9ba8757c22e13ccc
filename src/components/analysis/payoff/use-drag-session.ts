import { useEffect, useRef, useState } from "react";
import type { DragEvents } from "../types.ts";
import { createDragSession, type DragSession } from "./drag-session.ts";

/** A component's own hand, which tells the newest of what it is given; what it still holds is let go with the component. */
export function useDragSession(
  events: Pick<DragEvents, "onDragStart" | "onDragEnd" | "onDragCancel">,
): DragSession {
  const latest = useRef(events);
  latest.current = events;
  const [session] = useState(() =>
    createDragSession(
      {
        onDragStart: () => latest.current.onDragStart(),
        onDragEnd: () => latest.current.onDragEnd(),
        onDragCancel: () => latest.current.onDragCancel(),
      },
      window,
    ),
  );
  useEffect(() => () => session.cancel(), [session]);
  return session;
}
