import { type ChainStream, createChainStream } from "../market/chain-stream.ts";
import { createEngineWorld, type EngineWorld, type FakePort } from "./engine-world.ts";

/** An engine of a test with one view that is fed. */
export interface LiveView {
  readonly world: EngineWorld;
  readonly stream: ChainStream;
  readonly tab: { readonly id: number; readonly die: () => void };
  readonly view: { readonly id: number; readonly port: FakePort };
}

/** A tab with one view that has its first full frame. */
export async function liveView(
  spec: Parameters<EngineWorld["open"]>[1] = {},
  world = createEngineWorld(),
): Promise<LiveView> {
  const stream = createChainStream();
  const tab = await world.tab();
  world.relay.socket.open();
  const view = await world.open(tab.id, spec);
  await world.clock.run(20);
  world.relay.socket.say(stream.ping());
  world.relay.socket.say(stream.snapshot());
  view.port.credit();
  await world.clock.run(5);
  return { world, stream, tab, view };
}

/** The stream goes on and the receiver asks for the next frame. */
export async function next({ world, stream, view }: LiveView, message: Uint8Array, ms = 100): Promise<void> {
  world.relay.socket.say(message);
  view.port.credit();
  stream.serverTime += ms;
  await world.clock.run(ms);
}
