import { collectGarbage } from "../../lib/garbage.ts";
import type { Shape } from "../load.ts";
import { createPublisher, type Ran } from "../publisher.ts";

/** What every server of the bench can be told. */
export type ServerMethods = {
  ports(): { port: number; controlPort: number };
  run(shape: Shape, ms: number): Promise<Ran>;
  pace(shape: Shape, everyMs: number, count: number): Promise<Float64Array>;
  /** bytes that JavaScript and its buffers hold after a collection, and the whole process */
  memory(): { held: number; resident: number };
};

export async function createServerMethods(
  port: number,
  send: (messages: readonly Buffer[]) => void,
): Promise<ServerMethods> {
  const publisher = await createPublisher(send);
  return {
    ports: () => ({ port, controlPort: publisher.controlPort }),
    run: publisher.run,
    pace: publisher.pace,
    memory() {
      collectGarbage();
      const { heapUsed, external, rss } = process.memoryUsage();
      return { held: heapUsed + external, resident: rss };
    },
  };
}
