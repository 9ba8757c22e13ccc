import type { ComponentType } from "react";
import type { PageName } from "#domain/access/page-paths.ts";
import { lazily } from "../../components/lazily.tsx";

/** A key that works on the page, and what it does. */
export type PageKey = readonly [key: string, what: string];

/** What a page is beyond its row in `domain/access/pages`. */
export interface DefinedPage {
  readonly names: readonly PageName[];
  /** null: the router holds the component itself, so that it comes without a detour */
  readonly Component: ComponentType | null;
  readonly keys: readonly PageKey[];
  /** What the page's marks mean: stands before the keys. */
  readonly Legend: ComponentType | null;
}

interface Page {
  /** pages that this component serves */
  readonly names: readonly PageName[];
  readonly load?: () => Promise<ComponentType>;
  readonly keys?: readonly PageKey[];
  readonly legend?: () => Promise<ComponentType>;
}

/** A page's component, loaded when the page is opened, and the keys it hears. Its address it reads itself: every page's code has this one's. */
export function definePage({ names, load, keys = [], legend }: Page): DefinedPage {
  const Component = load ? lazily(load) : null;
  return { names, Component, keys, Legend: legend ? lazily(legend) : null };
}
