import { useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { subscribe, useSnapshot } from "valtio";
import { PAGE_PATHS } from "#domain/access/page-paths.ts";
import { pageAt } from "#domain/access/pages.ts";
import { tellApp } from "../../browser/web-view.ts";
import { shownTheme, themeState } from "../../components/theme/theme-state.ts";
import { session } from "../../session/session-state.ts";
import { shell } from "../../shared/shell-state.ts";
import { hasPicture } from "../last-picture/kept.ts";
import { BrowserWarning } from "./BrowserWarning.tsx";
import { InstrumentWindows } from "./InstrumentWindows.tsx";
import { keepArrival } from "./keep-arrival.ts";
import { countVisit, showMeta } from "./page-visit.ts";
import { analytics, followChat, followRecording, openPlugs } from "./telemetry.ts";

/** A resize has come to rest after so long. */
const RESIZE_DEBOUNCE_MS = 200;
/** Where the bar's menus give way to the drawer (Header.module.css). */
const WIDE_PX = 992;

/** Menus of the layout that a resize has left are closed, once it has come to rest. */
function useResize(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = (): void => {
      if (window.innerWidth >= WIDE_PX) shell.drawerOpen = false;
      else shell.menu = null;
    };
    const onResize = (): void => {
      clearTimeout(timer);
      timer = setTimeout(rest, RESIZE_DEBOUNCE_MS);
    };
    window.addEventListener("resize", onResize);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("resize", onResize);
    };
  }, []);
}

/** What the page does not wait for, and does without when its code is not to be had. */
export function Afterwards() {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const search = useRouterState({ select: ({ location }) => location.searchStr });
  const { profile } = useSnapshot(session);
  const userId = profile === null || profile.is_anon_user ? null : profile.user_id;

  const isAdmin = profile?.is_admin ?? false;

  useEffect(keepArrival, []);
  useEffect(openPlugs, []);
  useEffect(() => {
    // There is no time to fetch it once a chain is on its way out; elsewhere it discards what is not this account's.
    if (pathname === PAGE_PATHS["option-chain"] || hasPicture())
      import("../last-picture/keep.ts").catch(() => {});
  }, [pathname]);
  useResize();
  useEffect(() => showMeta({ pathname, search }, isAdmin), [pathname, search, isAdmin]);
  useEffect(() => countVisit(pathname, (name) => analytics.page(name)), [pathname]);
  useEffect(() => followRecording(userId), [userId]);
  useEffect(() => followChat(pageAt(pathname)?.name ?? null), [pathname]);
  useEffect(() => {
    let told = shownTheme();
    tellApp("theme_change", { theme: told });
    return subscribe(themeState, () => {
      const theme = shownTheme();
      if (theme === told) return;
      told = theme;
      tellApp("theme_change", { theme });
    });
  }, []);
  return (
    <>
      <BrowserWarning />
      <InstrumentWindows />
    </>
  );
}
