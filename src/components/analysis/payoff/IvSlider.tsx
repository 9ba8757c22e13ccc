import { memo, useRef, useState } from "react";
import { formatSigned } from "#domain/format/number.ts";
import { TEXTS } from "../texts.ts";
import type { DragEvents } from "../types.ts";
import css from "./DateSlider.module.css";
import { DragRange } from "./DragRange.tsx";
import { useDragSession } from "./use-drag-session.ts";

interface Props {
  /** Vol points added to every IV. */
  readonly points: number;
  readonly events: Pick<DragEvents, "onDragStart" | "onDragEnd" | "onDragCancel" | "onIvOffset">;
}

/** What a hand reaches, vol points; a figure that was typed beyond it is reached too. */
const LEAST = -10;
const MOST = 20;
const PLACES_A_POINT = 2;

/** All implied volatilities up or down by hand. */
export const IvSlider = memo(function IvSlider(props: Props) {
  const latest = useRef(props);
  latest.current = props;
  const session = useDragSession(props.events);
  /** Where the hand has it, ahead of what was answered; null when nothing is in the hand. */
  const [wished, setWished] = useState<number | null>(null);
  const begin = (): void => {
    if (!session.isActive) session.begin(() => setWished(null));
  };
  const shown = wished ?? props.points;
  const text = formatSigned(shown, Number.isInteger(shown) ? 0 : 1);
  return (
    <div className={css.slider} data-testid="iv-slider">
      <span className={css.name}>{TEXTS.iv.name}</span>
      <DragRange
        least={Math.min(LEAST, Math.floor(props.points)) * PLACES_A_POINT}
        most={Math.max(MOST, Math.ceil(props.points)) * PLACES_A_POINT}
        at={Math.round(shown * PLACES_A_POINT)}
        label={TEXTS.iv.slider}
        text={TEXTS.iv.said(text)}
        session={session}
        begin={begin}
        onMove={(place) => {
          setWished(place / PLACES_A_POINT);
          latest.current.events.onIvOffset(place / PLACES_A_POINT);
        }}
      />
      <output className={css.now}>
        <b>{text}</b>
        <span>{TEXTS.iv.unit}</span>
      </output>
    </div>
  );
});
