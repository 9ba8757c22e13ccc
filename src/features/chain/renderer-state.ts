import { proxy } from "valtio";
import { readPreference, writePreference } from "../../browser/kept-preferences.ts";
import { canPaintInWorker, type PainterKind } from "../../live/start-painter.ts";

export type RendererChoice = "auto" | "canvas" | "dom";

const forcedColours = window.matchMedia("(forced-colors: active)");

/** Who is to draw chains, all of them: the painter worker, unless the reader prefers a plain table. */
export const rendererState = proxy<{ choice: RendererChoice; forced: boolean }>({
  choice: readPreference("renderer", ["auto", "canvas", "dom"] as const, "auto"),
  forced: forcedColours.matches,
});

forcedColours.addEventListener("change", () => {
  rendererState.forced = forcedColours.matches;
});

export function setRenderer(choice: RendererChoice): void {
  rendererState.choice = choice;
  writePreference("renderer", choice);
}

/**
 * Who draws a chain. Forced colours leave no room for a painted canvas; the plain table obeys them.
 * @param workerFailed the worker of this chain did not run
 */
export function painterKind({ choice, forced }: typeof rendererState, workerFailed: boolean): PainterKind {
  if (forced || choice === "dom") return "dom";
  return choice === "auto" && !workerFailed && canPaintInWorker() ? "worker" : "canvas";
}
