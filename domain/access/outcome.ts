import { ANONYMOUS } from "./brokers.ts";
import { type AccessSubject, isAllowed, requiredLevel } from "./features.ts";
import type { Page } from "./pages.ts";

/** What a visitor of a page meets (rules ACC-1 to ACC-9). */
export type PageOutcome =
  | "show"
  | "loading"
  | "login_needed"
  | "upgrade"
  | "renew"
  | "redirect_home"
  | "not_found";

interface PageVisit {
  readonly page: Page;
  /** null while the caller is not known yet */
  readonly subject: AccessSubject | null;
  readonly isAdmin: boolean;
  /** needsRenewalReminder() said so */
  readonly needsRenewal: boolean;
  /** insights widget and mobile web view are never sent to the upgrade page */
  readonly isExempt: boolean;
}

/**
 * Whether the wall in front of the builder lets a link be looked at: names, expiries and the drawing that were stored with it, and
 * nothing that is computed (rule ANZ-63).
 */
export function showsPreview(page: Page, outcome: PageOutcome, isLink: boolean): boolean {
  const isWall = outcome === "login_needed" || outcome === "upgrade" || outcome === "renew";
  return isWall && page.name === "builder" && isLink;
}

/** Decides between the page and the wall in front of it; the server says the same (`GET /v1/access`). */
export function pageOutcome({ page, subject, isAdmin, needsRenewal, isExempt }: PageVisit): PageOutcome {
  if (page.access === "public") {
    return page.name === "login" && subject !== null && subject.broker !== ANONYMOUS
      ? "redirect_home"
      : "show";
  }
  if (subject === null) return "loading";
  if (page.access === "privileged") return isAdmin ? "show" : "not_found";
  const isAnonymous = subject.broker === ANONYMOUS;
  if (page.feature === null) return isAnonymous ? "login_needed" : "show";
  const level = requiredLevel(page.feature, subject.broker);
  if (!subject.isMobileApp && (level === "disabled" || level === "hidden")) {
    return isAnonymous ? "login_needed" : "redirect_home";
  }
  if (page.access === "app_initialized" || isAllowed(page.feature, subject)) return "show";
  if (isAnonymous) return "login_needed";
  if (isExempt) return "show";
  return needsRenewal ? "renew" : "upgrade";
}
