import { expect, test } from "vitest";
import { IV_REASON_NONE, liquidityWarnings } from "#domain/chain/flags.ts";
import { CHAIN_FIELDS, type ChainField } from "#protocol/frames/chain-frame.ts";
import { createEngineWorld, type EngineWorld, type FakePort } from "../../../support/engine/engine-world.ts";
import { type ChainStream, createChainStream, EXPIRY, NIFTY } from "../../../support/market/chain-stream.ts";

interface Shown {
  readonly world: EngineWorld;
  readonly stream: ChainStream;
  readonly tab: number;
  readonly port: FakePort;
}

async function shown(fields: readonly ChainField[]): Promise<Shown> {
  const world = createEngineWorld();
  const stream = createChainStream();
  const tab = await world.tab();
  world.relay.socket.open();
  const view = await world.open(tab.id, { fields });
  await world.clock.run(20);
  world.relay.socket.say(stream.ping());
  world.relay.socket.say(stream.snapshot());
  view.port.credit();
  await world.clock.run(5);
  return { world, stream, tab: tab.id, port: view.port };
}

const tell = ({ world, tab }: Shown, strike: number, field: ChainField | null, expiry = EXPIRY) =>
  world.engine.cellStory(tab, { underlying: NIFTY, expiry, strike, field });

async function told(from: Shown, strike: number, field: ChainField | null) {
  const outcome = await tell(from, strike, field);
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value;
}

test("[CHAIN-49] the story of every cell of every row has the very figure of the frame", async () => {
  const chain = await shown(CHAIN_FIELDS);
  let known = 0;
  for (const strike of chain.port.strikes) {
    for (const field of CHAIN_FIELDS) {
      const { value } = await told(chain, strike, field);
      expect([strike, field, value]).toEqual([strike, field, chain.port.cell(strike, field)]);
      if (!Number.isNaN(value)) known++;
    }
  }
  expect(known).toBeGreaterThan(CHAIN_FIELDS.length * chain.port.strikes.length * 0.8);
});

test("[CHAIN-49] a figure that moved by less than a frame is worth is told as the painter holds it", async () => {
  const chain = await shown(["call.delta", "iv"]);
  const strike = chain.port.head("atmStrike");
  for (let step = 1; step <= 3; step++) {
    chain.stream.serverTime += 1_000;
    chain.world.relay.socket.say(chain.stream.snapshot());
    chain.port.credit();
    await chain.world.clock.run(1_000);
    const { value } = await told(chain, strike, "call.delta");
    expect(value).toBe(chain.port.cell(strike, "call.delta"));
  }
});

test("[CHAIN-49] a story names the inputs of the same solution: price and kind, forward, T, rate, IV, ages, flags", async () => {
  const chain = await shown(CHAIN_FIELDS);
  const strike = chain.port.head("atmStrike");
  const story = await told(chain, strike, "call.delta");
  const cell = (field: ChainField) => chain.port.cell(strike, field);
  expect(story).toMatchObject({
    forward: chain.port.head("forward"),
    forwardSource: chain.port.head("forwardSource"),
    spot: chain.port.head("spot"),
    asOf: chain.port.head("asOf"),
    state: "live",
    iv: cell("iv") / 100,
    ivSource: "own",
    ivReason: IV_REASON_NONE,
  });
  expect(story.years).toBeGreaterThan(0);
  expect(story.call).toMatchObject({
    bid: cell("call.bid"),
    ask: cell("call.ask"),
    ltp: cell("call.ltp"),
    oi: cell("call.oi"),
    flags: cell("call.flags"),
  });
  // A breakeven is the strike and the price that figures are made of.
  expect(story.call!.price).toBeCloseTo(cell("call.breakeven") - strike, 9);
  expect(story.call!.priceKind).toBe("middle");
  expect(story.call!.price).toBe((story.call!.bid + story.call!.ask) / 2);
  expect(story.call!.quoteAge).toBeGreaterThanOrEqual(0);
  expect(liquidityWarnings(story.call!.flags)).toEqual(liquidityWarnings(cell("call.flags")));
});

test("[CHAIN-49] what a view does not show is told all the same, and its frames go on as they were", async () => {
  const chain = await shown(["call.ltp"]);
  const strike = chain.port.head("atmStrike");
  const frames = chain.port.frames.length;
  const story = await told(chain, strike, "put.pop");
  expect(story.value).toBeGreaterThan(0);
  expect((await told(chain, strike, null)).value).toBe(strike);
  chain.port.credit();
  await chain.world.clock.run(200);
  expect(chain.port.frames.length).toBe(frames);
});

test("[CHAIN-49] a cell that is none is refused by name", async () => {
  const chain = await shown(["call.ltp"]);
  const strike = chain.port.head("atmStrike");
  expect(await tell(chain, strike + 1, "call.ltp")).toMatchObject({ code: "instrument.not_found" });
  expect(await tell(chain, strike, "call.nothing" as ChainField)).toMatchObject({ code: "request.invalid" });
  expect(await tell(chain, strike, "call.ltp", "2031-01-01")).toMatchObject({ code: "engine.unavailable" });
});
