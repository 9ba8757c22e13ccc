import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { PageName } from "#domain/access/page-paths.ts";

type PageComponent = LazyExoticComponent<ComponentType>;

const page = (load: () => Promise<ComponentType>): PageComponent =>
  lazy(() => load().then((component) => ({ default: component })));

/**
 * What stands at each address. A page that is missing here says honestly that it is not available yet, with the words of
 * `domain/access/page-texts.ts`. Pages that need TanStack Query bring its provider along: `withQueries`.
 */
export const PAGE_COMPONENTS: Partial<Readonly<Record<PageName, PageComponent>>> = {};
void page;
