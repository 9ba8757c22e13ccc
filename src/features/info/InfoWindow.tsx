import { useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useSnapshot } from "valtio";
import { FloatingWindow } from "../../components/floating/FloatingWindow.tsx";
import type { Restrictions } from "../../components/floating/window-state.ts";
import { closeInfo, instrumentWindows } from "../../shared/instrument-windows.ts";
import { InfoPanel } from "./InfoPanel.tsx";
import { isVirtual, pageInstrument } from "./page-instrument.ts";
import { TEXTS } from "./texts.ts";

const ID = "info";
const SIZE = { width: 660, height: 464 };
const RESTRICTIONS: Restrictions = { isSizeFixed: true, cannotMinimize: true };

/** Another path is another matter: the window goes, and all of its state with it (rule INFO-12). */
function useOnePath(pathname: string): void {
  const opened = useRef(pathname);
  useEffect(() => {
    if (opened.current !== pathname) closeInfo();
  }, [pathname]);
}

/** A window on the page's own instrument goes over to the page's next one; one on another instrument stays. */
function useFollowPage(ofPage: string | null): void {
  const before = useRef(ofPage);
  useEffect(() => {
    const last = before.current;
    before.current = ofPage;
    if (ofPage !== null && last !== ofPage && instrumentWindows.info === last)
      instrumentWindows.info = ofPage;
  }, [ofPage]);
}

/** Asked for once more, it comes to the front and takes the focus. */
function useAskedAgain(asked: number): void {
  const before = useRef(asked);
  useEffect(() => {
    if (before.current === asked) return;
    before.current = asked;
    document.querySelector<HTMLElement>(`[data-window="${ID}"]`)?.focus({ preventScroll: true });
  }, [asked]);
}

/** The window on an instrument, over any page (rule INFO-1). */
export function InfoWindow() {
  const { info: symbol, infoAsked } = useSnapshot(instrumentWindows);
  const { pathname, searchStr } = useRouterState({ select: ({ location }) => location });
  useOnePath(pathname);
  useFollowPage(pageInstrument(pathname, searchStr));
  useAskedAgain(infoAsked);
  if (symbol === null) return null;
  return (
    <FloatingWindow
      id={ID}
      title={TEXTS.title(symbol)}
      note={isVirtual(pathname) ? TEXTS.virtual : null}
      size={SIZE}
      dock="bottomLeft"
      restrictions={RESTRICTIONS}
      onClose={closeInfo}
    >
      <InfoPanel symbol={symbol} />
    </FloatingWindow>
  );
}
