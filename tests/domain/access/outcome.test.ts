import { describe, expect, it, test } from "vitest";
import type { BrokerId } from "#domain/access/brokers.ts";
import { pageOutcome } from "#domain/access/outcome.ts";
import { PAGES, pageOf } from "#domain/access/pages.ts";
import { CELLS } from "../../support/http/access-matrix.ts";

const visit = { isAdmin: false, needsRenewal: false, isExempt: false };
const anonymous = { broker: 0, plan: "no_plan", isMobileApp: false } as const;
const zerodha = { broker: 1, plan: "free", isMobileApp: false } as const;

/** Rules ACC-1 to ACC-8 in words of their own. */
function expected(page: (typeof PAGES)[number], cell: (typeof CELLS)[number]): string {
  const isAnonymous = cell.broker === 0;
  if (page.access === "public") return "show";
  if (page.access === "privileged") return "not_found";
  const isOff = cell.required === "disabled" || cell.required === "hidden";
  if (isOff) return isAnonymous ? "login_needed" : "redirect_home";
  if (page.access === "app_initialized" || cell.isAllowed) return "show";
  return isAnonymous ? "login_needed" : "upgrade";
}

describe("[ACC-7, ACC-8] a page of each feature", () => {
  const withPages = CELLS.flatMap((cell) =>
    PAGES.filter(({ feature, name }) => feature === cell.feature && name !== "login").map((page) => ({
      page,
      cell,
    })),
  );

  it("is looked at for every broker and plan", () => {
    expect(withPages.length).toBeGreaterThan(1_500);
    const outcomes = new Set(
      withPages.map(({ page, cell }) =>
        pageOutcome({
          ...visit,
          page,
          subject: { broker: cell.broker as BrokerId, plan: cell.plan, isMobileApp: false },
        }),
      ),
    );
    expect(outcomes).toEqual(new Set(["show", "login_needed", "redirect_home", "upgrade", "not_found"]));
  });

  it("shows what its class and the matrix say", () => {
    for (const { page, cell } of withPages) {
      const subject = { broker: cell.broker as BrokerId, plan: cell.plan, isMobileApp: false };
      const what = `${page.name} for ${cell.broker} with ${cell.plan}`;
      expect(pageOutcome({ ...visit, page, subject }), what).toBe(expected(page, cell));
    }
  });
});

test("[ACC-3] while it is not known who asks a loader shows, but for what is public", () => {
  for (const page of PAGES) {
    const outcome = pageOutcome({ ...visit, page, subject: null });
    // The chain shows for every visitor: there is nothing to wait for.
    const isForAll = page.access === "public" || page.feature === "option_chain";
    expect(outcome, page.name).toBe(isForAll && outcome === "show" ? "show" : "loading");
    if (page.access === "public") expect(outcome, page.name).toBe("show");
  }
});

test("[ACC-4] a signed-in account is sent away from the login page, a visitor is not", () => {
  expect(pageOutcome({ ...visit, page: pageOf("login"), subject: zerodha })).toBe("redirect_home");
  expect(pageOutcome({ ...visit, page: pageOf("login"), subject: anonymous })).toBe("show");
});

test("[ACC-5] admin pages are there for admins alone", () => {
  const page = pageOf("admin");
  for (const subject of [anonymous, zerodha])
    expect(pageOutcome({ ...visit, page, subject })).toBe("not_found");
  expect(pageOutcome({ ...visit, page, subject: zerodha, isAdmin: true })).toBe("show");
});

test("[ACC-8, ACC-9] the renewal reminder stands in for the upgrade page, and the exempt meet neither", () => {
  const page = pageOf("builder");
  const subject = { broker: 3, plan: "lite", isMobileApp: false } as const;
  expect(pageOutcome({ ...visit, page, subject })).toBe("upgrade");
  expect(pageOutcome({ ...visit, page, subject, needsRenewal: true })).toBe("renew");
  expect(pageOutcome({ ...visit, page, subject, isExempt: true })).toBe("show");
});

test("[ACC-6] a page without a feature that is not public asks a visitor to log in, and lets every account in", () => {
  const page = pageOf("profile");
  expect(pageOutcome({ ...visit, page, subject: anonymous })).toBe("login_needed");
  for (const broker of [1, 2, 3, 4, 5] as const) {
    expect(pageOutcome({ ...visit, page, subject: { broker, plan: "no_plan", isMobileApp: false } })).toBe(
      "show",
    );
  }
});
