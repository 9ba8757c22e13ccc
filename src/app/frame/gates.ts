import type { ComponentType } from "react";
import type { PageOutcome } from "#domain/access/outcome.ts";
import type { Page } from "#domain/access/pages.ts";
import { lazily } from "../../components/lazily.tsx";

/** What a visitor meets in front of a page: each says why, and the way on. */
type Gate = ComponentType<{ readonly page: Page }>;
type Wall = Exclude<PageOutcome, "show" | "loading" | "not_found" | "redirect_home">;

/** While the server could not be asked who is signed in. */
export const Unknown = lazily(() => import("../../features/gates/Unknown.tsx").then((m) => m.Unknown));

/** Over the wall in front of the builder, where the address is a link's. */
export const SharedPreview = lazily(() =>
  import("../../features/builder/preview/SharedPreview.tsx").then((m) => m.SharedPreview),
);

export const GATES: Readonly<Record<Wall, Gate>> = {
  login_needed: lazily(() => import("../../features/gates/LoginNeeded.tsx").then((m) => m.LoginNeeded)),
  upgrade: lazily(() => import("../../features/gates/Upgrade.tsx").then((m) => m.Upgrade)),
  renew: lazily(() => import("../../features/gates/Renewal.tsx").then((m) => m.Renewal)),
};
