import { describe, expect, test } from "vitest";
import { BROKER_IDS } from "#domain/access/brokers.ts";
import { pageOutcome } from "#domain/access/outcome.ts";
import { ALIASES, PAGE_NAMES } from "#domain/access/page-paths.ts";
import { isBuilt } from "#domain/access/page-texts.ts";
import { PAGES, pageAt, pageOf } from "#domain/access/pages.ts";
import { PLAN_TYPES } from "#domain/access/plans.ts";
import { PAGES as SERVED } from "#server/web/page-routes.ts";
import { contentOf, DEFINED_PAGES } from "#src/app/page-contents.ts";

/** An address of the page, its parameters filled in. */
const example = (path: string): string =>
  path
    .replace(/\/\{-\$\w+\}/, "/part")
    .replace(/\$\w+/g, "value")
    .replace(/\$$/, "some/more");

test.each(PAGES.map((page) => [page.name, page] as const))("%s is found at its own address", (name, page) => {
  expect(pageAt(example(page.path))?.name).toBe(name);
});

test.each(Object.entries(ALIASES))("the old address %s leads to a page, at %s", (old, path) => {
  expect(pageAt(old)).toBeNull();
  expect(pageAt(path)).not.toBeNull();
});

test("an address that no page has matches none", () => {
  for (const path of ["/option-chian", "/home/other", "/verified-pnl/a/b/c", "/admin-x"]) {
    expect(pageAt(path), path).toBeNull();
  }
});

describe("the chain comes without asking who looks, because", () => {
  test.each(["option-chain", "widget-chain"] as const)("%s shows for every broker and plan", (name) => {
    for (const broker of BROKER_IDS) {
      for (const plan of PLAN_TYPES) {
        const subject = { broker, plan, isMobileApp: false };
        const visit = { page: pageOf(name), subject, isAdmin: false, needsRenewal: true, isExempt: false };
        expect(pageOutcome(visit), `${broker} ${plan}`).toBe("show");
      }
    }
  });
});

test("pages without the house around them are those under /widget/", () => {
  for (const name of PAGE_NAMES) {
    const page = pageOf(name);
    expect(page.isWidget ?? false, name).toBe(page.path.startsWith("/widget/"));
  }
});

test("the server serves the app at every page's address and every old one", () => {
  expect(SERVED).toContain("/open-interest");
  expect(SERVED).toContain("/open-interest/:tabName");
  expect(SERVED).toContain("/learn-options-trading/*");
  expect(SERVED).toContain("/verified-pnl/:sbWordHash/:screenshotId");
  for (const old of Object.keys(ALIASES)) expect(SERVED).toContain(old);
  expect(SERVED.filter((path) => path.includes("$"))).toEqual([]);
});

test("a page has a component or says that it is not built: never both, never neither", () => {
  for (const name of PAGE_NAMES) {
    const content = contentOf(name);
    expect(content !== null, name).toBe(isBuilt(name));
    const isHeldByRouter = name === "option-chain" || name === "widget-chain";
    expect(content?.Component === null, name).toBe(isHeldByRouter);
  }
});

test("no two features define the same page", () => {
  const names = DEFINED_PAGES.flatMap((page) => page.names);
  expect(names.length).toBe(new Set(names).size);
});

test("lines of a group of the navigation stand at places of their own", () => {
  const places = PAGES.flatMap(({ menu = [] }) => menu.map(({ group, place }) => `${group} ${place}`));
  expect(places.length).toBeGreaterThan(30);
  expect(places.length).toBe(new Set(places).size);
});
