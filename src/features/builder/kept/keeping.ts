import { createContext, useContext } from "react";
import { proxy } from "valtio";
import type { LegNote } from "#domain/strategy/kept/bring-back.ts";
import type { KeptStrategy } from "#domain/strategy/kept/content.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";

/** The saved strategy that the page works on. */
export interface OpenedStrategy {
  readonly id: string;
  readonly name: string;
  /** As it was when it was opened or saved here: a newer one was saved elsewhere. */
  readonly revision: number;
  /** Of what is saved; another one has unsaved changes. */
  readonly signature: string;
  /** Market day of what is saved. */
  readonly keptOn: IsoDate;
}

/** The link by which the page was opened, and what it holds. */
export interface OpenedLink {
  readonly id: string;
  readonly strategy: KeptStrategy;
  /** As it was opened; another one is work that is not kept. */
  readonly signature: string;
}

/** What of the strategy on the page is kept. A page has its own. */
export interface Keeping {
  strategy: OpenedStrategy | null;
  link: OpenedLink | null;
  /** What is to be said of legs that were brought back. */
  notes: readonly LegNote[];
}

export function createKeeping(): Keeping {
  return proxy<Keeping>({ strategy: null, link: null, notes: [] });
}

export const KeepingContext = createContext<Keeping>(createKeeping());
export const useKeeping = (): Keeping => useContext(KeepingContext);
