/** A market imported from two end-of-day files has two closes, whatever its simulation makes up before them. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { istInstant } from "#domain/calendar/ist.ts";
import { originBits } from "#domain/chain/origin.ts";
import type { LivePricesResponse } from "#protocol/http/live-prices.ts";
import { chainView, decodeMessage } from "#protocol/wire/codec.ts";
import type { DailyClosesMessage, PastClosesMessage } from "#server/market/bus/bus-messages.ts";
import {
  dailyClosesRequest,
  liveChainsRequest,
  pastClosesRequest,
  screenerRequest,
  statsRequest,
} from "#server/market/bus/market-subjects.ts";
import { startComputeInProcess } from "#server/market/compute/start-compute.ts";
import { importMarket } from "#server/market/feed/sources/import/import-market.ts";
import { encodeMarket, writeMarketFile } from "#server/market/feed/sources/import/market-file.ts";
import { unpackSnapshots } from "#server/platform/bus/packing.ts";
import type { Store } from "#server/roles/storage/store.ts";
import { type HistoryWorld, startHistoryWorld } from "#tests/support/market/history-world.ts";
import { createFileFolder, dumpText, eodText, madeContracts } from "#tests/support/market/market-files.ts";
import { freshStore } from "#tests/support/store/store.ts";

const folder = createFileFolder();
let store: Store;
let world: HistoryWorld;
let nifty: number;
beforeAll(async () => {
  const contracts = madeContracts();
  const before = madeContracts("2026-08-17").map((each) => ({ ...each, oi: each.oi - each.change }));
  const { market } = importMarket({
    instruments: [folder.write("dump.csv", dumpText(contracts))],
    eod: [
      folder.write("eod.csv", eodText(contracts)),
      folder.write("older.csv", eodText(before, "2026-08-17")),
    ],
    cash: [],
    date: null,
  });
  const marketFile = folder.write("market.json.gz", "");
  writeMarketFile(marketFile, encodeMarket(market));
  const at = istInstant("2026-08-19", "10:10");
  store = await freshStore();
  world = await startHistoryWorld({
    store,
    startAt: at,
    config: { source: "import", marketFile, clock: { kind: "start", at, speed: 60 } },
  });
  await world.known();
  await world.pass(20 * 60_000);
  const { directory } = await world.doors.metacache.get();
  nifty = directory.spot(directory.underlyer("NIFTY")).instrument_token;
}, 120_000);
afterAll(async () => {
  await world?.stop();
  folder.remove();
});

const ask = (subject: string, body: object) => world.bus.request(subject, Buffer.from(JSON.stringify(body)));
const read = <T>(payload: Uint8Array): T => JSON.parse(Buffer.from(payload).toString()) as T;

it("its source tells 250 closes, and says of all but two that they are made up", async () => {
  const { closes } = read<PastClosesMessage>(
    await ask(pastClosesRequest(), { underlying: nifty, days: 250 }),
  );
  expect(closes).toHaveLength(250);
  expect(closes!.filter(([, , , origin]) => origin !== "simulated").map(([date]) => date)).toEqual([
    "2026-08-17",
    "2026-08-18",
  ]);
});

it("it has no IV percentile anywhere, and says that it rests on two imported closes", async () => {
  const rests = { ivCloses: 2, ivCloseOrigins: originBits(["imported"]) };
  const chains = unpackSnapshots(await ask(liveChainsRequest(), { underlying: nifty }));
  expect(chains.length).toBeGreaterThan(0);
  for (const message of chains) {
    const view = chainView(message);
    if ("error" in view) throw new Error("no chain");
    expect(view.root.atmIv).toBeGreaterThan(0);
    expect(view.root).toMatchObject({ atmIvPercentile: Number.NaN, ivRank: Number.NaN, ...rests });
    expect(view.root.iv30).toBeGreaterThan(0);
  }
  const stats = decodeMessage(unpackSnapshots(await ask(statsRequest(), { underlyings: [nifty] }))[0]!);
  if ("error" in stats || stats.kind !== "stats") throw new Error("no stats");
  expect(stats.root).toMatchObject(rests);
  const screener = decodeMessage(await world.bus.request(screenerRequest(), new Uint8Array(0)));
  if ("error" in screener || screener.kind !== "screener") throw new Error("no screener");
  expect(screener.rows.find(({ underlying }) => underlying === nifty)).toMatchObject({
    atmIvPercentile: Number.NaN,
    ivCloses: 2,
  });
  const compute = await startComputeInProcess(world.bus, () => {});
  const { data } = JSON.parse(
    (await world.doors.livePrices.get(nifty))!.plain.toString(),
  ) as LivePricesResponse;
  await compute.stop();
  for (const each of Object.values(data.per_expiry_data)) {
    expect(each).toMatchObject({
      atm_iv_percentile: null,
      atm_iv_rank: null,
      atm_ivp_type: null,
      atm_iv_closes: 2,
    });
  }
});

it("no other average is given a made-up close, and the session that is simulated onward adds none", async () => {
  const { closes } = read<DailyClosesMessage>(await ask(dailyClosesRequest(), { underlying: nifty }));
  expect(closes).toEqual([
    [20260817, 24_000],
    [20260818, 24_000],
  ]);
  await expect
    .poll(
      async () => (await store.history.closes("import 2026-08-19 1 exchange", nifty, 20260820, 9)).at(-1),
      {
        timeout: 10_000,
      },
    )
    .toMatchObject({ date: 20260819, origin: "simulated" });
});
