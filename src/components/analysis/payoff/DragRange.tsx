import css from "./DateSlider.module.css";
import type { DragSession } from "./drag-session.ts";

interface Props {
  readonly least: number;
  readonly most: number;
  readonly at: number;
  readonly label: string;
  /** The place in words. */
  readonly text: string;
  readonly isDisabled?: boolean;
  readonly session: DragSession;
  begin(): void;
  onMove(at: number): void;
  /** It goes on by itself: that the focus leaves it ends nothing. */
  readonly isRunning?: boolean;
}

const isMoving = (key: string): boolean => /^(Arrow|Page|Home|End)/.test(key);

/** A slider of whole places. Moved by hand or by held keys it is one drag. */
export function DragRange(props: Props) {
  const {
    least,
    most,
    at,
    label,
    text,
    isDisabled = false,
    session,
    begin,
    onMove,
    isRunning = false,
  } = props;
  return (
    <input
      type="range"
      className={css.range}
      min={least}
      max={most}
      step={1}
      value={at}
      aria-label={label}
      aria-valuetext={text}
      disabled={isDisabled}
      onPointerDown={() => {
        session.end();
        begin();
      }}
      onPointerUp={() => session.end()}
      onPointerCancel={() => session.end()}
      onKeyDown={({ key }) => {
        if (isMoving(key)) begin();
      }}
      onKeyUp={({ key }) => {
        if (isMoving(key)) session.end();
      }}
      onBlur={() => {
        if (!isRunning) session.end();
      }}
      onChange={({ target }) => {
        const isHeld = session.isActive;
        begin();
        onMove(Number(target.value));
        // Assistive technology sets a value without a key or a pointer.
        if (!isHeld) session.end();
      }}
    />
  );
}
