import { expect, it } from "vitest";
import { ENDPOINTS } from "#protocol/http/endpoints.ts";
import { directoryOf, largestRequests } from "#tests/support/answers/largest-requests.ts";
import { metacacheBody } from "#tests/support/market/metacache-body.ts";

/** Capabilities whose rows read a few rows of one account. */
const SMALL = new Set([
  "account",
  "admin",
  "builder-settings",
  "chain-settings",
  "operation",
  "subscriptions",
]);

it("every row that reads, computes or draws has a longest question, which the long form hammers it with", () => {
  const body = metacacheBody();
  const kept = { strategyId: "1", linkId: "2" };
  const asked = new Set(
    largestRequests(directoryOf(body), body.underlyers.symbol, 1, kept).map(({ row }) => row),
  );
  const rows = Object.entries(ENDPOINTS)
    .filter(([file]) => !SMALL.has(file))
    .flatMap(([, file]) => Object.values(file))
    .filter((row) => ["read", "chart", "compute"].includes(row.class));
  // The same question under another address.
  const twins = [ENDPOINTS.instruments.addonOfBroker, ENDPOINTS.strategies.marginV3];
  const missing = rows.filter((row) => !asked.has(row) && !twins.includes(row as never));
  expect(missing.map((row) => row.paths[0])).toEqual([]);
});
