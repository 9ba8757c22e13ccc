import { createRootRoute, createRoute, createRouter, redirect } from "@tanstack/react-router";
import { OptionChain } from "../features/chain/OptionChain.tsx";
import { parseChainSearch } from "../features/chain/search-params.ts";
import { NotFound } from "./NotFound.tsx";
import { Shell } from "./Shell.tsx";

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound });

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/option-chain", search: {} });
  },
});

export const chainRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/option-chain",
  validateSearch: parseChainSearch,
  component: OptionChain,
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([homeRoute, chainRoute]),
  defaultPreload: false,
  scrollRestoration: false,
  // What a page did not validate does not reach it.
  search: { strict: true },
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
