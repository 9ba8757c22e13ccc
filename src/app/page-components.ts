import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { PageName } from "#domain/access/page-paths.ts";

type PageComponent = LazyExoticComponent<ComponentType>;

const page = (load: () => Promise<ComponentType>): PageComponent =>
  lazy(() => load().then((component) => ({ default: component })));

const account = () =>
  Promise.all([import("../features/account/queries.tsx"), import("../features/account/ProfilePage.tsx")]);
const loginResults = () => import("../features/login/result-pages.tsx");

/**
 * What stands at each address. A page that is missing here says honestly that it is not available yet, with the words of
 * `domain/access/page-texts.ts`. Pages that need TanStack Query bring its provider along: `withQueries`.
 */
export const PAGE_COMPONENTS: Partial<Readonly<Record<PageName, PageComponent>>> = {
  home: page(() => import("../features/home/Home.tsx").then((m) => m.Home)),
  analyze: page(() => import("../features/home/Analyze.tsx").then((m) => m.Analyze)),
  login: page(() => import("../features/login/LoginPage.tsx").then((m) => m.LoginPage)),
  profile: page(() => account().then(([queries, m]) => queries.withQueries(m.ProfilePage))),
  "account-details": page(() =>
    import("../features/account/AccountDetailsPage.tsx").then((m) => m.AccountDetailsPage),
  ),
  pricing: page(() => import("../features/account/PricingPage.tsx").then((m) => m.PricingPage)),
  logout: page(() => import("../features/login/LogoutPage.tsx").then((m) => m.LogoutPage)),
  "kite-login-redirect": page(() => loginResults().then((m) => m.KiteLoginRedirect)),
  "kite-login-error": page(() => loginResults().then((m) => m.KiteLoginError)),
  "upstox-login": page(() => loginResults().then((m) => m.UpstoxLoginRedirect)),
  "angel-login": page(() => loginResults().then((m) => m.AngelLogin)),
  "icici-login": page(() => loginResults().then((m) => m.IciciLogin)),
  "icici-validate": page(() => loginResults().then((m) => m.IciciLogin)),
  "icici-error": page(() => loginResults().then((m) => m.IciciError)),
  "validate-ssb": page(() => loginResults().then((m) => m.ValidateSsb)),
  "too-many-devices": page(() =>
    import("../features/login/TooManyDevices.tsx").then((m) => m.TooManyDevices),
  ),
  support: page(() => import("../features/support/Support.tsx").then((m) => m.Support)),
  manifesto: page(() => import("../features/static/Manifesto.tsx").then((m) => m.Manifesto)),
  "open-account": page(() => import("../features/static/OpenAccount.tsx").then((m) => m.OpenAccount)),
  "icici-instructions": page(() =>
    import("../features/static/IciciInstructions.tsx").then((m) => m.IciciInstructions),
  ),
  "payment-success": page(() => import("../features/static/PaymentResult.tsx").then((m) => m.PaymentResult)),
  "payment-failure": page(() => import("../features/static/PaymentResult.tsx").then((m) => m.PaymentResult)),
  "purchase-failure": page(() =>
    import("../features/static/PurchaseFailure.tsx").then((m) => m.PurchaseFailure),
  ),
  loading: page(() => import("../features/static/Loading.tsx").then((m) => m.Loading)),
};
