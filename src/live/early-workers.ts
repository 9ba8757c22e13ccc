/** The workers that the page's first script has started (src/app/first-script.ts), each to be had once. */

declare global {
  interface EarlyWorkers {
    engine?: { readonly name: string; readonly worker: SharedWorker };
    painter?: Worker;
  }
  interface Window {
    strikewiseWorkers?: EarlyWorkers;
  }
}

/** @returns null where none was started, or one of another build */
export function takeEarlyEngine(name: string): SharedWorker | null {
  const early = window.strikewiseWorkers?.engine;
  delete window.strikewiseWorkers?.engine;
  return early?.name === name ? early.worker : null;
}

export function takeEarlyPainter(): Worker | null {
  const early = window.strikewiseWorkers?.painter;
  delete window.strikewiseWorkers?.painter;
  return early ?? null;
}
