/** How many browser journeys run at once: as many as this machine can work on now, for each that waits for the others waits too. */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

const MEASURED_MS = 2_000;
/** A second, of a quick core: two cores on which the journeys take 13 minutes did 2.3 times as many together. */
const STEPS_OF_A_CORE = 150_000_000;
/** One more than such a machine has cores: a journey waits for its page as often as it works. */
const MOST = 3;

const COUNT = `
  const { parentPort } = require("node:worker_threads");
  const end = performance.now() + ${MEASURED_MS};
  let x = 0;
  let steps = 0;
  while (performance.now() < end) {
    for (let i = 0; i < 1e6; i++) x = (x * 31 + i) | 0;
    steps += 1e6;
  }
  parentPort.postMessage({ steps, x });
`;

/** How many such cores this machine gives at the moment, all of its own together. */
export async function coresGiven() {
  const counted = Array.from(
    { length: Math.min(availableParallelism(), MOST) },
    () =>
      new Promise((resolve, reject) => {
        const worker = new Worker(COUNT, { eval: true });
        worker.once("message", ({ steps }) => resolve(steps));
        worker.once("error", reject);
      }),
  );
  const steps = (await Promise.all(counted)).reduce((sum, each) => sum + each, 0);
  return steps / (MEASURED_MS / 1_000) / STEPS_OF_A_CORE;
}

/** @param cores as `coresGiven` gives them */
export function journeysAtOnce(cores) {
  if (cores >= 1.4) return MOST;
  return cores >= 0.8 ? 2 : 1;
}
