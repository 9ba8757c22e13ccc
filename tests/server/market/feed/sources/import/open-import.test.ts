import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { istInstant } from "#domain/calendar/ist.ts";
import type { FeedStatus } from "#server/market/bus/feed-status.ts";
import { feedStatusRequest } from "#server/market/bus/market-subjects.ts";
import type { FeedConfig } from "#server/market/feed/feed-config.ts";
import { importMarket } from "#server/market/feed/sources/import/import-market.ts";
import { encodeMarket, writeMarketFile } from "#server/market/feed/sources/import/market-file.ts";
import { startFeedInProcess } from "#server/market/feed/start-feed.ts";
import type { Bus } from "#server/platform/bus/bus.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import {
  createFileFolder,
  dumpText,
  eodText,
  madeContracts,
} from "../../../../../support/market/market-files.ts";

const folder = createFileFolder();
afterAll(folder.remove);

const marketFile = join(folder.path, "market.json.gz");
const contracts = madeContracts();
const { market } = importMarket({
  instruments: [folder.write("d.csv", dumpText(contracts))],
  eod: [folder.write("e.csv", eodText(contracts))],
  cash: [],
  date: null,
});
writeMarketFile(marketFile, encodeMarket(market));

const config: FeedConfig = {
  source: "import",
  marketFile,
  seed: 1,
  clock: null,
  universe: null,
  dataDir: folder.path,
  record: null,
};

let bus: Bus;
beforeEach(() => {
  bus = createLocalBus();
});
afterEach(() => bus.close());

async function statusOf(over: Partial<FeedConfig>): Promise<FeedStatus> {
  const feed = await startFeedInProcess({ ...config, ...over }, bus);
  try {
    const payload = await bus.request(feedStatusRequest(), new Uint8Array(0));
    return JSON.parse(new TextDecoder().decode(payload)) as FeedStatus;
  } finally {
    await feed.stop();
  }
}

test("MARKET_SOURCE=import opens the next session at 09:15 of its own time", async () => {
  const status = await statusOf({});
  expect(status).toMatchObject({
    source: "import",
    simulated: true,
    sessions: true,
    date: "2026-08-19",
    underlyings: 2,
    chains: 4,
    instruments: contracts.length + 3,
  });
  const open = istInstant("2026-08-19", "09:15");
  expect(status.marketTime).toBeGreaterThanOrEqual(open);
  expect(status.marketTime).toBeLessThan(open + 60_000);
});

test("MARKET_CLOCK may start later in that session", async () => {
  const at = istInstant("2026-08-19", "14:00");
  const status = await statusOf({ clock: { kind: "start", at, speed: 1 }, universe: ["NIFTY"] });
  expect(status).toMatchObject({ date: "2026-08-19", underlyings: 1 });
  expect(status.marketTime).toBeGreaterThanOrEqual(at);
});

test("a file that is not there or not whole stops the start with its line", async () => {
  await expect(statusOf({ marketFile: join(folder.path, "nowhere") })).rejects.toMatchObject({
    code: "market.file_missing",
  });
  await expect(statusOf({ marketFile: join(folder.path, "d.csv") })).rejects.toMatchObject({
    code: "market.file_invalid",
    message: expect.stringContaining("this is not a market file; make it again with npm run market:import"),
  });
});
