import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { useSnapshot } from "valtio";
import css from "./FloatingWindow.module.css";
import { DEFAULT_SIZE, type Dock, type Size } from "./geometry.ts";
import { ResizeEdges } from "./ResizeEdges.tsx";
import { useIsSheet } from "./use-is-sheet.ts";
import { useSheetSwipe } from "./use-sheet-swipe.ts";
import { useWindowDrag } from "./use-window-drag.ts";
import { WindowHeader } from "./WindowHeader.tsx";
import {
  activated,
  isActive,
  placeOf,
  type Restrictions,
  type WindowsState,
  withoutWindow,
  withWindow,
} from "./window-state.ts";
import { changeWindows, watchScreen, windows } from "./windows.ts";

/** Over the header of the page, under dialogs. */
const LOWEST = 12;
const FREE: Restrictions = {};

interface Props {
  readonly id: string;
  readonly title: string;
  /** Beside the title, such as a price; it stays in sight while the window is minimised. */
  readonly note?: ReactNode;
  /** Buttons of the window's own before those that minimise and close it: `HeaderButton`. */
  readonly action?: ReactNode;
  readonly dock?: Dock;
  readonly size?: Size;
  /** A window that has several forms keeps a place for each. */
  readonly form?: string;
  /** What of the screen a sheet takes. */
  readonly sheet?: "half" | "tall";
  readonly restrictions?: Restrictions;
  readonly isMinimized?: boolean;
  readonly onMinimizedChange?: (isMinimized: boolean) => void;
  readonly onClose: () => void;
  /** It has all of the screen, and keeps its place for afterwards. */
  readonly isFull?: boolean;
  /** Whether it takes the focus when it opens: not one that nothing was pressed for. */
  readonly takesFocus?: boolean;
  readonly children: ReactNode;
}

/** Takes the focus at the opening, and gives it back where it came from when it is put away with the focus inside. */
function useFocusHere(
  panel: RefObject<HTMLElement | null>,
  { takesFocus, isMinimized }: { readonly takesFocus: boolean; readonly isMinimized: boolean },
): () => void {
  const before = useRef<Element | null>(null);
  const giveBack = (): void => {
    const { current } = before;
    if (current instanceof HTMLElement && current.isConnected && current !== document.body) current.focus();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: at the opening alone
  useEffect(() => {
    const here = panel.current;
    before.current = document.activeElement;
    if (takesFocus) here?.focus({ preventScroll: true });
    return () => {
      if (here?.contains(document.activeElement) || document.activeElement === document.body) giveBack();
    };
  }, []);
  const wasMinimized = useRef(isMinimized);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it goes down or comes up alone
  useEffect(() => {
    if (wasMinimized.current === isMinimized) return;
    wasMinimized.current = isMinimized;
    const here = document.activeElement;
    // What had the focus inside is gone.
    if (isMinimized && here === document.body) giveBack();
    if (isMinimized || !takesFocus || panel.current?.contains(here)) return;
    before.current = here;
    panel.current?.focus({ preventScroll: true });
  }, [isMinimized]);
  return giveBack;
}

function styleOf(
  state: WindowsState,
  id: string,
  { isSheet, isMinimized, isFull, drawn }: Look,
): CSSProperties {
  const at = state.stack.findIndex((each) => each.id === id);
  const zIndex = LOWEST + Math.max(0, at);
  if (isSheet) {
    if (!isMinimized) return { zIndex, ...(drawn > 0 && { transform: `translateY(${drawn}px)` }) };
    const down = Math.max(0, state.down.indexOf(id));
    return { zIndex, bottom: `calc(${state.screen.foot}px + ${down} * var(--sheet-header))` };
  }
  if (isFull && !isMinimized) return { zIndex, inset: 0, borderRadius: 0 };
  const place = placeOf(state, id);
  // Until the screen was measured there is no place. What is hidden by visibility could not take the focus.
  if (place === null || state.screen.width === 0) return { opacity: 0, pointerEvents: "none" };
  return { zIndex, left: place.x, top: place.y, width: place.width, height: place.height };
}

interface Look {
  readonly isSheet: boolean;
  readonly isMinimized: boolean;
  readonly isFull: boolean;
  readonly drawn: number;
}

/**
 * A window over the page that does not keep from the page: moved, drawn larger, minimised and closed by hand and by keys, one of several.
 * On a phone it is a sheet at the foot of the screen (rules SHELL-19 to SHELL-28).
 */
export function FloatingWindow(props: Props) {
  const { id, title, note, action, onClose, children, takesFocus = true, sheet = "tall" } = props;
  const { isFull = false } = props;
  const { dock = "bottomRight", size = DEFAULT_SIZE, form, restrictions = FREE } = props;
  const { onMinimizedChange } = props;
  const isMinimized = props.isMinimized === true && !restrictions.cannotMinimize;
  const { isFixed, isSizeFixed, cannotMinimize, cannotClose } = restrictions;
  const mayMove = !isFixed && !isFull;
  const { width, height } = size;
  const placeName = form === undefined ? id : `${id}.${form}`;
  const own = useId();
  const panel = useRef<HTMLElement>(null);
  const state = useSnapshot(windows).state as WindowsState;
  const isSheet = useIsSheet();
  const [said, say] = useState("");

  useLayoutEffect(watchScreen, []);
  useLayoutEffect(() => {
    changeWindows((now) =>
      withWindow(now, {
        id,
        placeName,
        dock,
        size: { width, height },
        restrictions: {
          ...(isFixed && { isFixed }),
          ...(isSizeFixed && { isSizeFixed }),
        },
        isMinimized,
      }),
    );
  }, [id, placeName, dock, width, height, isFixed, isSizeFixed, isMinimized]);
  useLayoutEffect(() => () => changeWindows((now) => withoutWindow(now, id)), [id]);
  const giveBack = useFocusHere(panel, { takesFocus, isMinimized });

  const { holds, isHeld } = useWindowDrag(id);
  const putAway = (): void => {
    if (!cannotMinimize) onMinimizedChange?.(true);
    else if (!cannotClose) onClose();
  };
  const mayGo = !isMinimized && !(cannotMinimize && cannotClose);
  const { drawn, swipes } = useSheetSwipe(mayGo ? putAway : null);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    // What opened from inside the window, such as a menu, hears its own keys.
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key !== "Escape" || event.defaultPrevented || !isInside || !mayGo) return;
    event.preventDefault();
    event.stopPropagation();
    putAway();
    if (!cannotMinimize) giveBack();
  };

  return createPortal(
    <section
      ref={panel}
      className={css.window}
      style={styleOf(state, id, { isSheet, isMinimized, isFull, drawn })}
      role="dialog"
      aria-labelledby={`${own}-title`}
      tabIndex={-1}
      data-window={id}
      data-sheet={isSheet ? sheet : undefined}
      data-minimized={isMinimized ? "" : undefined}
      data-active={isActive(state, id) ? "" : undefined}
      data-held={isHeld || drawn > 0 ? "" : undefined}
      data-testid={`window-${id}`}
      onPointerDownCapture={() => changeWindows((now) => activated(now, id))}
      onFocusCapture={() => changeWindows((now) => activated(now, id))}
      onKeyDown={onKeyDown}
    >
      <WindowHeader
        id={id}
        title={title}
        titleId={`${own}-title`}
        note={note}
        action={action}
        hasHandle={!isSheet && !isMinimized && mayMove}
        isResizable={!isSizeFixed}
        isMinimized={isMinimized}
        onMinimizedChange={cannotMinimize ? null : (next) => onMinimizedChange?.(next)}
        onClose={cannotClose ? null : onClose}
        onSay={say}
        hold={isSheet ? swipes : isMinimized || !mayMove ? {} : holds(null)}
      />
      {isMinimized ? null : <div className={css.body}>{children}</div>}
      {isSheet || isMinimized || isSizeFixed || isFull ? null : <ResizeEdges holds={holds} />}
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </section>,
    document.body,
  );
}
