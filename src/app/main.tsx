import "../components/theme/tokens.css";
import "../components/theme/fonts.css";
import "../components/theme/base.css";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { CrashBoundary } from "./CrashBoundary.tsx";
import { router } from "./router.tsx";

// The engine answers from what it has saved: a device that is offline still gets its answers.
const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: 60_000, retry: 1, networkMode: "always" } },
});

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");

const show = (page: ReactNode): void =>
  createRoot(root).render(
    <StrictMode>
      <CrashBoundary>{page}</CrashBoundary>
    </StrictMode>,
  );

if (window.isSecureContext) {
  show(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
} else void import("./InsecurePage.tsx").then(({ InsecurePage }) => show(<InsecurePage />));
