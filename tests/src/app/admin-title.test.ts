// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { showMeta } from "#src/app/afterwards/page-visit.ts";

test("[ACC-5] the tab of a page for admins says nothing of it to others", () => {
  const at = { pathname: "/admin/users", search: "" };
  showMeta(at, false);
  expect(document.title).toBe("Page not found · Strikewise");
  expect(document.documentElement.outerHTML).not.toMatch(/admin/i);
  showMeta(at, true);
  expect(document.title).toBe("Admin · Strikewise");
});
