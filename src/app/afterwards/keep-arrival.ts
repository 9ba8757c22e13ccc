import { writePreference } from "../../browser/kept-preferences.ts";
import { brokerFrom } from "../../session/login-brokers.ts";
import { preferBroker } from "../../session/preferred-broker.ts";
import { keepWantedPath } from "../../session/wanted-path.ts";
import { readGlobalParams, readUtm } from "./global-params.ts";

/** For as long as the tab: which app or build it was opened by. */
function keepForTab(name: string, value: string | null): void {
  if (value === null) return;
  try {
    sessionStorage.setItem(`strikewise.${name}`, value);
  } catch {
    // It is then forgotten with the page.
  }
}

/** The query this document was opened with, wherever the app has gone since. */
function arrivalSearch(): string {
  const [entry] = performance.getEntriesByType("navigation");
  return entry === undefined ? window.location.search : new URL(entry.name).search;
}

/** Keeps what the address said on arrival that holds on every page. The theme is taken before the first paint (theme.js). */
export function keepArrival(): void {
  const search = arrivalSearch();
  const { broker, widgetSource, kiteBuild, redirectTo } = readGlobalParams(search);
  const preferred = brokerFrom(broker);
  if (preferred !== null) preferBroker(preferred);
  if (redirectTo !== null) keepWantedPath(redirectTo);
  keepForTab("widget_source", widgetSource);
  keepForTab("kite_build", kiteBuild);
  const utm = readUtm(search);
  if (utm !== null) writePreference("utm", JSON.stringify(utm));
}
