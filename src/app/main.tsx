import "../components/theme/tokens.css";
import "../components/theme/fonts.css";
import "../components/theme/base.css";
import { RouterProvider } from "@tanstack/react-router";
import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
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
  // Until the server answers who asks (GET /v1/users/me), everybody is a visitor: then this is keeper.start().
  session.phase = "anonymous";
  show(<RouterProvider router={router} />);
} else void import("./InsecurePage.tsx").then(({ InsecurePage }) => show(<InsecurePage />));
