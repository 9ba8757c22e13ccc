import { type ChainSettings, isBuiltIn } from "#domain/chain/settings.ts";
import { TEXTS } from "./texts.ts";

/** A built-in view's name is ours, whatever it was kept under. */
export const nameOf = ({ views }: Pick<ChainSettings, "views">, id: string): string =>
  isBuiltIn(id) ? TEXTS.views.builtIn[id] : (views.find((view) => view.id === id)?.name ?? id);
