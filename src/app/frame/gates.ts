import type { ComponentType } from "react";
import type { PageOutcome } from "#domain/access/outcome.ts";
import type { Page } from "#domain/access/pages.ts";
import { lazily } from "../../components/lazily.tsx";

/** What a visitor meets in front of a page: each says why, and the way on. */
type Gate = ComponentType<{ readonly page: Page }>;
type Wall = Exclude<PageOutcome, "show" | "loading" | "not_found" | "redirect_home">;

export const GATES: Readonly<Record<Wall, Gate>> = {
  login_needed: lazily(() => import("../../features/gates/LoginNeeded.tsx").then((m) => m.LoginNeeded)),
  upgrade: lazily(() => import("../../features/gates/Upgrade.tsx").then((m) => m.Upgrade)),
  renew: lazily(() => import("../../features/gates/Renewal.tsx").then((m) => m.Renewal)),
};
