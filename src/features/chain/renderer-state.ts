import { proxy } from "valtio";
import { readPreference, writePreference } from "../../browser/kept-preferences.ts";
import { canPaintInWorker, type PainterKind } from "../../live/start-painter.ts";

export type RendererChoice = "auto" | "canvas" | "dom";

const forcedColours = window.matchMedia("(forced-colors: active)");

/** Who draws the chain: the painter worker unless it cannot, or the reader prefers a plain table. */
export const rendererState = proxy<{ choice: RendererChoice; forced: boolean; workerFailed: boolean }>({
  choice: readPreference("renderer", ["auto", "canvas", "dom"] as const, "auto"),
  forced: forcedColours.matches,
  workerFailed: false,
});

forcedColours.addEventListener("change", () => {
  rendererState.forced = forcedColours.matches;
});

export function setRenderer(choice: RendererChoice): void {
  rendererState.choice = choice;
  writePreference("renderer", choice);
}

/** Forced colours leave no room for a painted canvas; the plain table obeys them. */
export function painterKind(state: typeof rendererState): PainterKind {
  if (state.forced || state.choice === "dom") return "dom";
  return state.choice === "auto" && !state.workerFailed && canPaintInWorker() ? "worker" : "canvas";
}
