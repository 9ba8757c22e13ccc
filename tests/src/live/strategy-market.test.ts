import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openStrategyMarket } from "#src/live/strategy-market.ts";
import type { OpenView } from "#src/live/views.ts";
import type { Refusal, StreamSpec } from "#workers/engine/api.ts";

interface Opened {
  specs: StreamSpec[];
  isClosed: boolean;
  readonly takePort: (port: MessagePort) => void;
  readonly refuse: (refusal: Refusal) => void;
}

/** An engine that opens whatever it is asked for, and a worker that takes ports. */
function world() {
  const streams: Opened[] = [];
  const ports: MessagePort[] = [];
  const restarts = new Set<() => void>();
  const open: OpenView<StreamSpec> = (spec, takePort, onRefused) => {
    const stream: Opened = { specs: [spec], isClosed: false, takePort, refuse: onRefused };
    streams.push(stream);
    return {
      configure: (next) => void stream.specs.push(next),
      close() {
        stream.isClosed = true;
      },
    };
  };
  const compute = {
    takeMarketPort: (port: MessagePort) => void ports.push(port),
    onRestart(listener: () => void) {
      restarts.add(listener);
      return () => void restarts.delete(listener);
    },
  };
  const restart = (): void => {
    for (const each of [...restarts]) each();
  };
  return { streams, ports, open, compute, restarts, restart };
}

const SPEC = { underlying: 256_265, expiries: ["2026-11-24"] };
const REFUSAL: Refusal = { code: "engine.unavailable", message: "not yet" };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("the live market of a strategy", () => {
  test("is a stream of ten frames a second whose port goes to the compute worker", () => {
    const { streams, ports, open, compute } = world();
    const view = openStrategyMarket(compute, SPEC, () => {}, open);
    expect(streams[0]!.specs).toEqual([{ kind: "strategy-market", ...SPEC, maxRate: 10 }]);
    const { port1 } = new MessageChannel();
    streams[0]!.takePort(port1 as unknown as MessagePort);
    expect(ports).toEqual([port1]);
    view.configure({ ...SPEC, expiries: ["2026-12-29"], maxRate: 2 });
    expect(streams[0]!.specs.at(-1)).toMatchObject({ expiries: ["2026-12-29"], maxRate: 2 });
    view.close();
    expect(streams[0]!.isClosed).toBe(true);
    port1.close();
  });

  test("is opened anew, as it was asked for last, when the worker was started again", () => {
    const { streams, open, compute, restart, restarts } = world();
    const view = openStrategyMarket(compute, SPEC, () => {}, open);
    view.configure({ ...SPEC, expiries: ["2026-12-29"] });
    restart();
    expect(streams.map(({ isClosed }) => isClosed)).toEqual([true, false]);
    expect(streams[1]!.specs).toMatchObject([{ expiries: ["2026-12-29"] }]);
    view.close();
    expect(restarts.size).toBe(0);
  });

  test("is asked for again after a refusal, and no more once it is closed", () => {
    const { streams, open, compute } = world();
    const refused = vi.fn();
    const view = openStrategyMarket(compute, SPEC, refused, open);
    streams[0]!.refuse(REFUSAL);
    expect(refused).toHaveBeenCalledWith(REFUSAL);
    vi.advanceTimersByTime(5_000);
    expect(streams.length).toBe(2);
    streams[1]!.refuse(REFUSAL);
    view.close();
    vi.advanceTimersByTime(20_000);
    expect(streams.length).toBe(2);
  });
});
