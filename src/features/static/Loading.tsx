import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { safeRedirectPath } from "#domain/access/redirects.ts";
import { PageLoader } from "../../components/page-loader/PageLoader.tsx";

/** Where a window waits that another one has opened; on its own it goes on to `redirect_to`, or home. */
const GO_ON_MS = 4_000;

export function Loading() {
  const router = useRouter();
  useEffect(() => {
    // The page that opened the window sends it on its way.
    if (window.opener !== null) return;
    const wanted = new URLSearchParams(window.location.search).get("redirect_to");
    const timer = setTimeout(
      () => void router.navigate({ href: safeRedirectPath(wanted), replace: true }),
      GO_ON_MS,
    );
    return () => clearTimeout(timer);
  }, [router]);
  return <PageLoader />;
}
