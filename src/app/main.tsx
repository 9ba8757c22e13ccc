import "../components/theme/tokens.css";
import "../components/theme/fonts.css";
import "../components/theme/base.css";
import { RouterProvider } from "@tanstack/react-router";
import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { onSessionEnd } from "../api/session-end.ts";
import { session } from "../session/session-state.ts";
import { CrashBoundary } from "./CrashBoundary.tsx";
import { router } from "./router.tsx";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");

const show = (page: ReactNode): void =>
  createRoot(root).render(
    <StrictMode>
      <CrashBoundary>{page}</CrashBoundary>
    </StrictMode>,
  );

if (window.isSecureContext) {
  show(<RouterProvider router={router} />);
  // The cookie says who is signed in; prices do not wait until the page knows it too.
  import("./start-session.ts").then(
    ({ startSession }) => onSessionEnd(startSession()),
    () => {
      session.phase = "anonymous";
    },
  );
} else void import("./insecure/InsecurePage.tsx").then(({ InsecurePage }) => show(<InsecurePage />));
