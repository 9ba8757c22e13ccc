import {
  createRootRoute,
  createRoute,
  createRouter,
  parseSearchWith,
  type RouteComponent,
  redirect,
  stringifySearchWith,
} from "@tanstack/react-router";
import { type ComponentType, type ReactNode, Suspense, useState } from "react";
import { ALIASES, PAGE_NAMES, PAGE_PATHS, type PageName } from "#domain/access/page-paths.ts";
import { whenDrawn } from "../browser/when-idle.ts";
import { lazily } from "../components/lazily.tsx";
import { optional } from "../components/optional.ts";
import { PageLoader } from "../components/page-loader/PageLoader.tsx";
import { OptionChain } from "../features/chain/OptionChain.tsx";
import { parseChainSearch } from "../features/chain/search-params.ts";
import type { BesideChain } from "../shared/beside-chain.ts";
import css from "./pages.module.css";
import { Shell } from "./Shell.tsx";
import { TEXTS } from "./texts.ts";

const loading = (page: ReactNode) => <Suspense fallback={<PageLoader />}>{page}</Suspense>;

const PageFrame = lazily(() => import("./frame/PageFrame.tsx").then((m) => m.PageFrame));

/** What is built on the chain: not a byte of it before the chain is on screen. */
const analyzeLayer = () =>
  optional(
    () =>
      whenDrawn()
        .then(() => import("../features/analyze/AnalyzeLayer.tsx"))
        .then((m) => m.AnalyzeLayer),
    TradesMissing,
  );
const AnalyzeLayer = analyzeLayer();

/** Without its code neither buttons nor keys would answer, and say nothing (rule CHAIN-35). */
function TradesMissing(props: BesideChain) {
  const [Again, setAgain] = useState<ComponentType<BesideChain> | null>(null);
  if (Again !== null) return <Again {...props} />;
  return (
    <p className={css.ways} role="alert">
      {TEXTS.missing.lead}
      <button type="button" className={css.secondary} onClick={() => setAgain(analyzeLayer)}>
        {TEXTS.missing.again}
      </button>
    </p>
  );
}

const WidgetChain = lazily(() => import("./frame/WidgetChain.tsx").then((m) => m.WidgetChain));
const NotFound = lazily(() => import("./frame/NotFound.tsx").then((m) => m.NotFound));
const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: () => loading(<NotFound />),
});

// The chain is open to every visitor at once (a test holds the access matrix to that), and comes without a
// detour.
const chainRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGE_PATHS["option-chain"],
  validateSearch: parseChainSearch,
  component: () => <OptionChain from={PAGE_PATHS["option-chain"]} Beside={AnalyzeLayer} />,
});
const widgetChainRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGE_PATHS["widget-chain"],
  // Whose app it stands in stays said, whatever else changes in the address.
  validateSearch: (raw: Record<string, unknown>) => ({ ...parseChainSearch(raw), broker: raw.broker }),
  component: () => loading(<WidgetChain />),
});

function framed(name: PageName): RouteComponent {
  return function Page() {
    return loading(<PageFrame key={name} name={name} />);
  };
}

const anything = (raw: Record<string, unknown>): Record<string, unknown> => raw;

const pageRoutes = PAGE_NAMES.filter((name) => name !== "option-chain" && name !== "widget-chain").map(
  (name) =>
    createRoute({
      getParentRoute: () => rootRoute,
      path: PAGE_PATHS[name] as string,
      // Each page reads what it knows; long numbers, such as tokens, are better read from the address itself.
      validateSearch: anything,
      component: framed(name),
    }),
);

const aliasRoutes = Object.entries(ALIASES).map(([old, path]) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: old,
    validateSearch: anything,
    beforeLoad: ({ location }) => {
      // The query goes along as it is.
      throw redirect({ to: path, search: location.search, hash: location.hash, replace: true } as never);
    },
  }),
);

/** Only what was meant as a value becomes one: a token that happens to be digits, or "1e5", stays the text it is. */
function readValue(text: string): unknown {
  if (!/^(?:true|false|-?\d{1,9}(?:\.\d{1,6})?|".*")$/s.test(text)) throw new SyntaxError("text");
  return JSON.parse(text);
}

export const router = createRouter({
  routeTree: rootRoute.addChildren([chainRoute, widgetChainRoute, ...pageRoutes, ...aliasRoutes]),
  // What breaks in header and shell is said by our own screen too (main.tsx), not by the router's.
  disableGlobalCatchBoundary: true,
  defaultPreload: false,
  scrollRestoration: false,
  parseSearch: parseSearchWith(readValue),
  stringifySearch: stringifySearchWith(JSON.stringify, readValue),
  // What a page did not validate does not reach it.
  search: { strict: true },
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
