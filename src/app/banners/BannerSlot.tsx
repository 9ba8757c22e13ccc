import { useRouterState } from "@tanstack/react-router";
import { Suspense } from "react";
import { useSnapshot } from "valtio";
import { PAGE_PATHS } from "#domain/access/page-paths.ts";
import { optional } from "../../components/optional.ts";
import { type EngineLink, live } from "../../live/live-state.ts";
import { lastBroker } from "../../session/last-broker.ts";
import { openLogin } from "../../session/login-panel.ts";
import { session } from "../../session/session-state.ts";
import css from "./BannerSlot.module.css";
import { connectionNotice, isMarketRefused } from "./connection-notice.ts";
import { TEXTS } from "./texts.ts";
import { useBackendLost } from "./use-backend-lost.ts";

const RefusedBanner = optional(() => import("./RefusedBanner.tsx").then((m) => m.RefusedBanner));

function Connection() {
  const { link, health } = useSnapshot(live);
  const isOff =
    health !== null &&
    (health.error || health.state === "offline" || health.state === "stale" || health.state === "backoff");
  const isLost = useBackendLost(isOff);
  const notice = connectionNotice(link as EngineLink, health, isLost);
  return (
    <div role="status" aria-live="polite">
      {isMarketRefused(health) ? (
        <Suspense fallback={null}>
          <RefusedBanner />
        </Suspense>
      ) : null}
      {notice && (
        <p className={css.banner} data-tone={notice.tone}>
          {notice.text}
          {notice.reload && (
            <button type="button" className={css.action} onClick={() => window.location.reload()}>
              {TEXTS.reload}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

/** Between header and page: how the connection stands when it does not, and the way in for a visitor. */
export function BannerSlot() {
  const { phase, ended, failure } = useSnapshot(session);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // The chain's status line says that its prices are late, and its rows need the height; the header has the way in.
  const hasOwn = path === "/login" || path === PAGE_PATHS["option-chain"];
  // Whose session just ended is told so by a banner of its own.
  const isRefused = isMarketRefused(useSnapshot(live).health);
  // An account signed in here before and most likely still is: no place is kept for a visitor's banner.
  const wasSignedIn = lastBroker() !== 0;
  // Where the market is refused that says which login helps.
  const isUnknown = phase === "loading" || failure;
  const isVisitor = !isRefused && phase !== "signed_in" && (isUnknown ? !wasSignedIn : ended === null);
  return (
    <section className={css.slot} aria-label={TEXTS.notices}>
      <Connection />
      {isVisitor && !hasOwn ? (
        <p className={css.banner} data-tone="login">
          {TEXTS.visitor}
          <button type="button" className={css.action} onClick={() => openLogin()}>
            {TEXTS.login}
          </button>
        </p>
      ) : null}
    </section>
  );
}
