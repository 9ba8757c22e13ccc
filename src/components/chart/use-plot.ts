import { type RefObject, useEffect, useRef, useState } from "react";
import type { PlotFrame } from "./frame/plot-frame.ts";

/** Made once: what comes later is data. */
interface Plot<Props> {
  readonly frame: PlotFrame;
  show(props: Props): void;
  destroy(): void;
}

/** The place that is read. */
interface Cursor {
  /** -1 none */
  readonly at: number;
  /** It is read out. */
  readonly isByKey: boolean;
}

interface UsedPlot {
  readonly host: RefObject<HTMLDivElement | null>;
  readonly cursor: Cursor;
  /** null before it is made, and once it is gone */
  frame(): PlotFrame | null;
}

interface Events {
  onCursor(at: number, isByKey: boolean): void;
}

/** A plot for as long as its component lives. @param drawn what of the properties is drawn: with any of it another, so is the plot */
export function usePlot<Props>(
  props: Props,
  create: (host: HTMLElement, first: Props, events: Events) => Plot<Props>,
  drawn: readonly unknown[],
): UsedPlot {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot<Props>>(null);
  const [cursor, setCursor] = useState<Cursor>({ at: -1, isByKey: false });
  const latest = useRef(props);
  latest.current = props;

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once, of one kind
  useEffect(() => {
    if (host.current === null) return;
    const made = create(host.current, latest.current, {
      onCursor: (at, isByKey) => setCursor({ at, isByKey }),
    });
    plot.current = made;
    return () => {
      plot.current = null;
      made.destroy();
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: its owner says what is drawn
  useEffect(() => plot.current?.show(latest.current), drawn);

  return { host, cursor, frame: () => plot.current?.frame ?? null };
}
