import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { PageOutcome } from "#domain/access/outcome.ts";
import type { Page } from "#domain/access/pages.ts";

/** What a visitor meets in front of a page: each says why, and the way on. */
type Gate = LazyExoticComponent<ComponentType<{ readonly page: Page }>>;
type Wall = Exclude<PageOutcome, "show" | "loading" | "not_found" | "redirect_home">;

const gate = (load: () => Promise<ComponentType<{ readonly page: Page }>>): Gate =>
  lazy(() => load().then((component) => ({ default: component })));

export const GATES: Readonly<Record<Wall, Gate>> = {
  login_needed: gate(() => import("../../features/gates/LoginNeeded.tsx").then((m) => m.LoginNeeded)),
  access_denied: gate(() => import("../../features/gates/AccessDenied.tsx").then((m) => m.AccessDenied)),
  upgrade: gate(() => import("../../features/gates/Upgrade.tsx").then((m) => m.Upgrade)),
  renew: gate(() => import("../../features/gates/Renewal.tsx").then((m) => m.Renewal)),
};
