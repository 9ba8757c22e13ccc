import { type RefObject, useEffect, useRef } from "react";
import { createTimePlot, type TimeData, type TimePlot, type TimePlotOptions } from "./time-plot.ts";

/** A plot for as long as its host is there, made once; it is told of other data and of another height. @returns the host's ref */
export function useTimePlot(data: TimeData, options: TimePlotOptions): RefObject<HTMLDivElement | null> {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<TimePlot>(null);
  const latest = useRef(options);
  latest.current = options;
  const { height, room, axes } = options;

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; what it draws and tells is asked of the latest
  useEffect(() => {
    if (host.current === null) return;
    const made = createTimePlot(host.current, {
      height,
      room,
      axes,
      paint: (u, shown, theme) => latest.current.paint(u, shown, theme),
      onCursor: (index, isByKey) => latest.current.onCursor(index, isByKey),
    });
    plot.current = made;
    return () => {
      plot.current = null;
      made.destroy();
    };
  }, []);
  useEffect(() => plot.current?.show(data), [data]);
  useEffect(() => plot.current?.resize(height), [height]);
  return host;
}
