import { useRouter, useRouterState } from "@tanstack/react-router";
import { type ComponentType, type ReactNode, useMemo } from "react";
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

/** Given to a page that reads its address: what its `search` made of it. */
export interface PageProps<Search> {
  readonly search: Search;
}

interface Common {
  /** pages that this component serves */
  readonly names: readonly PageName[];
  readonly keys?: readonly PageKey[];
  readonly legend?: () => Promise<ComponentType>;
}

interface Reading<Search> extends Common {
  readonly load: () => Promise<(props: PageProps<Search>) => ReactNode>;
  /** Any site may have written the address: what is not understood is left out rather than believed. */
  readonly search: (params: URLSearchParams) => Search;
}

interface Plain extends Common {
  readonly load?: () => Promise<() => ReactNode>;
  readonly search?: undefined;
}

/** The query as it stands in the address: long numbers, such as tokens, are still text. */
function useParams(): URLSearchParams {
  const { history } = useRouter();
  useRouterState({ select: ({ location }) => location.searchStr });
  const { search } = history.location;
  return useMemo(() => new URLSearchParams(search), [search]);
}

async function reading<Search>({ load, search: read }: Reading<Search>): Promise<ComponentType> {
  const Page = await load();
  return function ReadingPage() {
    const params = useParams();
    return <Page search={useMemo(() => read(params), [params])} />;
  };
}

function loaderOf<Search>(page: Reading<Search> | Plain): (() => Promise<ComponentType>) | undefined {
  return page.search === undefined ? page.load : () => reading(page);
}

/** A page's component, loaded when the page is opened; how it reads its address; the keys it hears. */
export function definePage<Search>(page: Reading<Search> | Plain): DefinedPage {
  const { names, keys = [], legend } = page;
  const load = loaderOf(page);
  const Component = load ? lazily(load) : null;
  return { names, Component, keys, Legend: legend ? lazily(legend) : null };
}
