import { useRouter, useRouterState } from "@tanstack/react-router";
import { type ReactNode, Suspense, useEffect, useLayoutEffect } from "react";
import { useSnapshot } from "valtio";
import { pageOutcome, showsPreview } from "#domain/access/outcome.ts";
import type { PageName } from "#domain/access/page-paths.ts";
import { pageText } from "#domain/access/page-texts.ts";
import { type Page, pageOf } from "#domain/access/pages.ts";
import { safeRedirectPath } from "#domain/access/redirects.ts";
import { PageLoader } from "../../components/page-loader/PageLoader.tsx";
import { forceTheme } from "../../components/theme/theme-state.ts";
import { AccessBoundary } from "../../features/gates/AccessBoundary.tsx";
import { type SessionState, session } from "../../session/session-state.ts";
import { isKnown, needsRenewal, subjectOf } from "../../session/subject.ts";
import { contentOf } from "../page-contents.ts";
import { GATES, SharedPreview, Unknown } from "./gates.ts";
import { NotAvailable } from "./NotAvailable.tsx";
import { NotFound } from "./NotFound.tsx";
import css from "./PageFrame.module.css";
import { SubNav } from "./SubNav.tsx";
import { TEXTS } from "./texts.ts";

/** The renewal reminder would only be in the way where plans are bought (rule PLAN-9). */
const isPlansTab = (page: Page): boolean => page.name === "pricing" || page.name === "profile";

function Built({ page }: { readonly page: Page }) {
  const Component = contentOf(page.name)?.Component ?? null;
  return Component === null ? <NotAvailable name={page.name} /> : <Component />;
}

/** Over a gate: no visitor should log in or pay for a page and only then learn that it is not there. */
function NotBuilt({ name }: { readonly name: PageName }) {
  const { soon } = pageText(name);
  return soon === undefined ? null : (
    <p className={css.later} role="note">
      {TEXTS.notYet(soon.comesWith)}
    </p>
  );
}

function Leave({ to }: { readonly to: string }) {
  const router = useRouter();
  useEffect(() => void router.navigate({ href: to, replace: true }), [router, to]);
  return <PageLoader />;
}

/** The page, or what stands in front of it (rules ACC-1 to ACC-9). */
function inside(page: Page, state: SessionState, search: string): ReactNode {
  const outcome = pageOutcome({
    page,
    // A page inside a broker's app has a screen of its own for what is not known.
    subject: page.isWidget || isKnown(state) ? subjectOf(state) : null,
    isAdmin: state.profile?.is_admin ?? false,
    needsRenewal: needsRenewal(state, isPlansTab(page)),
    isExempt: page.isWidget ?? false,
  });
  switch (outcome) {
    case "show":
      return (
        <AccessBoundary page={page}>
          <Built page={page} />
        </AccessBoundary>
      );
    case "loading":
      return state.failure === null ? <PageLoader /> : <Unknown failure={state.failure} />;
    case "not_found":
      return <NotFound />;
    case "redirect_home": {
      // A login that has just succeeded is on its way already, and its address with it.
      if (window.location.pathname !== page.path) return <PageLoader />;
      const wanted = new URLSearchParams(window.location.search).get("redirect");
      return <Leave to={safeRedirectPath(wanted)} />;
    }
    default: {
      const Gate = GATES[outcome];
      return (
        <>
          <NotBuilt name={page.name} />
          <Gate page={page} />
          {showsPreview(page, outcome, new URLSearchParams(search).has("builder_redirect_id")) ? (
            <Suspense fallback={null}>
              <SharedPreview search={search} />
            </Suspense>
          ) : null}
        </>
      );
    }
  }
}

/** Any page but the chain: who may see it, how wide it is, in which theme, and its code when it is wanted. */
export function PageFrame({ name }: { readonly name: PageName }) {
  const page = pageOf(name);
  const state = useSnapshot(session) as SessionState;
  const search = useRouterState({ select: ({ location }) => location.searchStr });
  const { theme } = page;
  useLayoutEffect(() => (theme === undefined ? undefined : forceTheme(theme)), [theme]);
  return (
    <>
      {page.isWidget ? null : <SubNav name={name} />}
      <div className={css.container} style={{ maxWidth: page.width ?? 1440 }}>
        <Suspense fallback={<PageLoader />}>{inside(page, state, search)}</Suspense>
      </div>
    </>
  );
}
