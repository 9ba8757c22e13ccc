import { useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useSnapshot } from "valtio";
import { FloatingWindow } from "../../components/floating/FloatingWindow.tsx";
import { useAskedAgain } from "../../components/floating/use-asked-again.ts";
import type { Restrictions } from "../../components/floating/window-state.ts";
import { closeInfo, instrumentWindows } from "../../shared/instrument-windows.ts";
import { InfoPanel } from "./InfoPanel.tsx";
import { isVirtual, pageInstruments } from "./page-instrument.ts";
import { TEXTS } from "./texts.ts";

const ID = "info";
/** In no symbol: those of a page as one text, which is the same while they are. */
const SEPARATOR = "*";
const SIZE = { width: 660, height: 464 };
const RESTRICTIONS: Restrictions = { isSizeFixed: true, cannotMinimize: true };

/** Another path is another matter: the window goes, and all of its state with it (rule INFO-12). */
function useOnePath(pathname: string): void {
  const opened = useRef(pathname);
  useEffect(() => {
    if (opened.current !== pathname) closeInfo();
  }, [pathname]);
}

/** A window on an instrument of the page goes over to the one that takes its place there; one on another instrument stays. */
function useFollowPage(ofPage: string): void {
  const before = useRef(ofPage);
  useEffect(() => {
    const [last, now] = [before.current.split(SEPARATOR), ofPage.split(SEPARATOR)];
    before.current = ofPage;
    if (last.length !== now.length) return;
    const at = last.findIndex((symbol, i) => symbol !== now[i] && symbol === instrumentWindows.info);
    if (at >= 0) instrumentWindows.info = now[at]!;
  }, [ofPage]);
}

/** The window on an instrument, over any page (rule INFO-1). */
export function InfoWindow() {
  const { info: symbol, infoAsked } = useSnapshot(instrumentWindows);
  const { pathname, searchStr } = useRouterState({ select: ({ location }) => location });
  useOnePath(pathname);
  useFollowPage(pageInstruments(pathname, searchStr).join(SEPARATOR));
  useAskedAgain(ID, infoAsked);
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
