import "../components/theme/tokens.css";
import "../components/theme/fonts.css";
import "../components/theme/base.css";
import "./early-bar.css";
import { RouterProvider } from "@tanstack/react-router";
import { type ReactNode, StrictMode, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import { PAGE_PATHS } from "#domain/access/page-paths.ts";
import { onSessionEnd } from "../api/session-end.ts";
import { loadPart } from "../components/load-part.ts";
import { DEFAULT_SYMBOL, parseChainSearch } from "../features/chain/search-params.ts";
import { askAhead } from "../live/use-underlyings.ts";
import { session } from "../session/session-state.ts";
import { CrashBoundary } from "./CrashBoundary.tsx";
import { router } from "./router.tsx";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");

const { history } = router;
const here = (): string => history.location.href;

/** What breaks in header or overlays takes the router along: the way back is the browser's own. */
function Whole({ children }: { readonly children: ReactNode }) {
  const place = useSyncExternalStore(history.subscribe, here);
  return <CrashBoundary place={place}>{children}</CrashBoundary>;
}

const show = (page: ReactNode): void =>
  createRoot(root).render(
    <StrictMode>
      <Whole>{page}</Whole>
    </StrictMode>,
  );

// A stylesheet that did not come must not stand there as one that did: the next try would wait for nothing.
document.addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") target.remove();
  },
  true,
);

if (window.isSecureContext) {
  // While React draws the page, the engine looks up what it is to show.
  const { pathname, search } = router.latestLocation;
  if (pathname === PAGE_PATHS["option-chain"]) {
    askAhead(parseChainSearch(search).tradingsymbol ?? DEFAULT_SYMBOL);
  }
  show(<RouterProvider router={router} />);
  // The cookie says who is signed in; prices do not wait until the page knows it too.
  loadPart(() => import("./start-session.ts")).then(
    ({ startSession }) => onSessionEnd(startSession()),
    () => {
      session.phase = "anonymous";
    },
  );
} else void import("./insecure/InsecurePage.tsx").then(({ InsecurePage }) => show(<InsecurePage />));
