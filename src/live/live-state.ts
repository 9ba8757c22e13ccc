import { proxy } from "valtio";
import type { EngineHealth } from "#workers/engine/api.ts";

/** How the tab stands with its engine. */
export type EngineLink =
  | { readonly phase: "starting" }
  | { readonly phase: "ready"; readonly shared: boolean }
  | { readonly phase: "restarting" }
  | { readonly phase: "outdated" }
  | { readonly phase: "failed"; readonly message: string };

/** Small state that React may read: the link and, once a second, the engine's health. Never per-tick data. */
export const live = proxy<{
  link: EngineLink;
  health: EngineHealth | null;
  /** Account whose market the engine is asked for, "" a visitor's; null while that is not known. */
  identity: string | null;
}>({
  link: { phase: "starting" },
  health: null,
  identity: null,
});
