import { useEffect, useMemo, useRef } from "react";
import { type ChainView, viewFields } from "#domain/format/chain-columns.ts";
import type { ChainViewSpec } from "#workers/engine/api.ts";
import type { Painter } from "#workers/painter/api.ts";
import { engine } from "../../live/engine-client.ts";
import type { View } from "../../live/views.ts";
import { useChainState } from "./shown-chain.ts";

export interface ViewChoice {
  readonly underlying: number;
  readonly expiry: string;
  readonly above: number;
  readonly below: number;
  readonly hundreds: boolean;
}

/** Frames a second that a chain asks for; the engine never sends more (rule CHAIN-7). */
const FRAME_RATE = 10;

/**
 * Keeps one engine view open for the chain on screen and hands its port to the painter. A change of underlying, expiry or
 * columns reconfigures the same view, so the swap costs one message and no tick of the new chain is missed.
 */
export function useChainView(
  choice: ViewChoice | null,
  shown: ChainView,
  painter: Painter | null,
  isLastDay: boolean,
  scale: number,
): void {
  const state = useChainState();
  const view = useRef<View<ChainViewSpec> | null>(null);
  const spec = useMemo<ChainViewSpec | null>(
    () =>
      choice && {
        underlying: choice.underlying,
        expiry: choice.expiry,
        strikesAbove: choice.above,
        strikesBelow: choice.below,
        hundredsOnly: choice.hundreds,
        fields: viewFields(shown, isLastDay),
        maxRate: FRAME_RATE,
        scale,
      },
    [choice, shown, isLastDay, scale],
  );

  useEffect(() => {
    if (spec === null || painter === null) return;
    state.refused = null;
    if (view.current !== null) return view.current.configure(spec);
    view.current = engine().openChain(
      spec,
      (port) => painter.post({ type: "attach", port }, [port]),
      ({ message }) => {
        state.refused = message;
      },
    );
  }, [spec, painter, state]);

  useEffect(() => {
    if (painter === null) return;
    return () => {
      view.current?.close();
      view.current = null;
    };
  }, [painter]);
}
