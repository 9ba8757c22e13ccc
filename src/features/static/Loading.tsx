import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { safeRedirectPath } from "#domain/access/redirects.ts";
import { PageLoader } from "../../components/page-loader/PageLoader.tsx";
import { useAddress } from "../../shared/page/use-address.ts";

/** Where a window waits that another one has opened; on its own it goes on to `redirect_to`, or home. */
const GO_ON_MS = 4_000;

const targetOf = (params: URLSearchParams): string => safeRedirectPath(params.get("redirect_to"));

export function Loading() {
  const target = useAddress(targetOf);
  const router = useRouter();
  useEffect(() => {
    // The page that opened the window sends it on its way.
    if (window.opener !== null) return;
    const timer = setTimeout(() => void router.navigate({ href: target, replace: true }), GO_ON_MS);
    return () => clearTimeout(timer);
  }, [router, target]);
  return <PageLoader />;
}
