import { GripVertical, type LucideIcon, Maximize2, Minus, X } from "lucide-react";
import { type HTMLAttributes, type KeyboardEvent, type ReactNode, useId } from "react";
import css from "./FloatingWindow.module.css";
import { TEXTS } from "./texts.ts";
import { windowStep } from "./window-keys.ts";
import { movedWindow, placeOf, resizedWindow } from "./window-state.ts";
import { changeWindows, keepPlaces, windows } from "./windows.ts";

interface ButtonProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly onPress: () => void;
  readonly testId?: string;
}

/** A button in the header of a window. */
export function HeaderButton({ label, icon: Icon, onPress, testId }: ButtonProps) {
  return (
    <button
      type="button"
      className={css.button}
      aria-label={label}
      title={label}
      onClick={onPress}
      data-testid={testId}
    >
      <Icon size={14} strokeWidth={1.5} aria-hidden="true" />
    </button>
  );
}

interface Props {
  /** What takes hold of the window where nothing else is pressed. */
  readonly hold: HTMLAttributes<HTMLElement>;
  readonly id: string;
  readonly title: string;
  readonly titleId: string;
  readonly note: ReactNode;
  readonly action: ReactNode;
  /** Whether keys move it. */
  readonly hasHandle: boolean;
  readonly isResizable: boolean;
  readonly isMinimized: boolean;
  /** null: it cannot be. */
  readonly onMinimizedChange: ((isMinimized: boolean) => void) | null;
  readonly onClose: (() => void) | null;
  readonly onSay: (text: string) => void;
}

/** Does what a key asks of a window, and says what came of it. */
function step(event: KeyboardEvent<HTMLElement>, id: string, isResizable: boolean): string | null {
  const asked = windowStep(event);
  if (asked === null || (asked.what === "resize" && !isResizable)) return null;
  event.preventDefault();
  event.stopPropagation();
  const before = windows.state;
  changeWindows((now) =>
    asked.what === "move" ? movedWindow(now, id, asked) : resizedWindow(now, id, { ...asked, edges: null }),
  );
  const place = placeOf(windows.state, id);
  if (before === windows.state || place === null) return TEXTS.edge;
  keepPlaces();
  return asked.what === "move" ? TEXTS.at(place.x, place.y) : TEXTS.sized(place.width, place.height);
}

/** What a window is called, what it is moved by, and what is done to the whole of it. */
export function WindowHeader(props: Props) {
  const { id, title, titleId, note, action, hasHandle, isResizable, isMinimized } = props;
  const { hold, onMinimizedChange, onClose, onSay } = props;
  const hint = useId();
  const toggle = onMinimizedChange === null ? undefined : () => onMinimizedChange(!isMinimized);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handle and the buttons inside do the same by keys
    <div className={css.header} onDoubleClick={toggle} {...hold} data-testid="window-header">
      {hasHandle ? (
        <button
          type="button"
          className={css.handle}
          aria-label={(isResizable ? TEXTS.handleWithSize : TEXTS.handle)(title)}
          aria-describedby={hint}
          title={isResizable ? TEXTS.hintWithSize : TEXTS.hint}
          data-handle=""
          data-testid="window-handle"
          onKeyDown={(event) => {
            const said = step(event, id, isResizable);
            if (said !== null) onSay(said);
          }}
        >
          <GripVertical size={14} strokeWidth={1.5} aria-hidden="true" />
        </button>
      ) : null}
      {hasHandle ? (
        <span id={hint} hidden>
          {isResizable ? TEXTS.hintWithSize : TEXTS.hint}
        </span>
      ) : null}
      <h2 id={titleId} className={css.title}>
        {title}
      </h2>
      <div className={css.note}>{note}</div>
      {action}
      {toggle === undefined ? null : (
        <HeaderButton
          label={isMinimized ? TEXTS.maximize : TEXTS.minimize}
          icon={isMinimized ? Maximize2 : Minus}
          onPress={toggle}
          testId="window-minimize"
        />
      )}
      {onClose === null ? null : (
        <HeaderButton label={TEXTS.close} icon={X} onPress={onClose} testId="window-close" />
      )}
    </div>
  );
}
