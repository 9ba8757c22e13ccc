import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import type { Opening } from "#domain/strategy/analyzer/opening.ts";
import type { KeptStrategy } from "#domain/strategy/kept/content.ts";
import { put } from "#protocol/generated/http/calls/strategy-links/put.ts";
import { api } from "../../api/site-api.ts";
import { tellApp } from "../../browser/web-view.ts";
import { live } from "../../live/live-state.ts";
import { type NewTab, type OpenOptions, openInBuilder } from "./open-in-builder.ts";

async function putAway(strategy: KeptStrategy): Promise<string> {
  const { data } = await api.call(put, { body: { strategy: { ...strategy, legs: [...strategy.legs] } } });
  return data;
}

function openTab(): NewTab | null {
  const opened = window.open("", "_blank");
  if (opened === null) return null;
  // The new tab is to know nothing of this one.
  opened.opener = null;
  return {
    lead: (href) => opened.location.replace(new URL(href, window.location.origin)),
    close: () => opened.close(),
  };
}

function now(): number {
  const time = live.health?.marketTime ?? Number.NaN;
  return Number.isFinite(time) ? time : Date.now();
}

/** For a press that opens a strategy in the builder; what it returns fails where the strategy could not be put away for another tab. */
export function useOpenInBuilder(): (opening: Opening, options?: OpenOptions) => Promise<void> {
  const router = useRouter();
  return useCallback(
    (opening, options = {}) => {
      const go = (href: string) => void router.navigate({ href });
      return openInBuilder(opening, options, { tellApp, go, openTab, put: putAway, now });
    },
    [router],
  );
}
