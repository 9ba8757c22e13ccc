import { useRouterState } from "@tanstack/react-router";
import { Suspense } from "react";
import { useSnapshot } from "valtio";
import { PAGE_PATHS } from "#domain/access/page-paths.ts";
import { whenDrawn, whenIdle } from "../browser/when-idle.ts";
import { lazily } from "../components/lazily.tsx";
import { optional } from "../components/optional.ts";
import { shell } from "../shared/shell-state.ts";
import { BannerSlot } from "./banners/BannerSlot.tsx";
import { Header } from "./header/Header.tsx";
import { PageOrCrash } from "./PageOrCrash.tsx";
import { SessionLayer } from "./SessionLayer.tsx";
import css from "./Shell.module.css";
import { useShellKeys } from "./use-shell-keys.ts";

const KeysDialog = lazily(() => import("./panels/KeysDialog.tsx").then((m) => m.KeysDialog));
const CommandPalette = lazily(() => import("./palette/CommandPalette.tsx").then((m) => m.CommandPalette));
const PerformancePanel = lazily(() =>
  import("../features/performance/PerformancePanel.tsx").then((m) => m.PerformancePanel),
);

/** What no user waits for: page titles, campaigns, counting, warnings. A chain's figures come before all of it. */
const Afterwards = optional(() =>
  (window.location.pathname === PAGE_PATHS["option-chain"] ? whenDrawn() : whenIdle())
    .then(() => import("./afterwards/Afterwards.tsx"))
    .then((m) => m.Afterwards),
);

/** What floats over the page when it was asked for. */
function Overlays() {
  const { keysOpen, pickerOpen, performancePanel } = useSnapshot(shell);
  return (
    <Suspense fallback={null}>
      {pickerOpen ? <CommandPalette /> : null}
      {keysOpen ? <KeysDialog /> : null}
      {performancePanel !== "closed" ? <PerformancePanel /> : null}
    </Suspense>
  );
}

/** The house around every page; widgets stand in another app's house, and what was popped out in a window of its own. */
export function Shell() {
  const isBare = useRouterState({
    select: ({ location: { pathname, search } }) =>
      pathname.startsWith("/widget/") || ("pop" in search && search.pop === true),
  });
  useShellKeys();
  return (
    <div className={css.shell}>
      {isBare ? null : (
        <>
          <Header />
          <BannerSlot />
        </>
      )}
      <SessionLayer />
      <PageOrCrash />
      <Overlays />
      <Suspense fallback={null}>
        <Afterwards />
      </Suspense>
    </div>
  );
}
