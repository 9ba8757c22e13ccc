import { Outlet, useRouterState } from "@tanstack/react-router";
import { CrashBoundary } from "./CrashBoundary.tsx";

/**
 * The page, or what is said in its place. An address is new before its page is there: what the last one failed with is
 * cleared when the next one stands, or it would only fail again.
 */
export function PageOrCrash() {
  const place = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.href });
  return (
    <CrashBoundary place={place}>
      <Outlet />
    </CrashBoundary>
  );
}
