import { createCredit, type PaintStamps } from "../engine/tabs/credit.ts";

/** The port that the engine's frames come on: takes one view's at a time, and asks for more as they are painted. */
interface FramePort {
  /** Frames come on this port from now on. */
  attach(port: MessagePort): void;
  /** The newest frame is on screen. @param stamps what the engine wants to know of it, null nothing */
  painted(stamps: PaintStamps | null): void;
  close(): void;
}

export function createFramePort(onFrame: (buffer: ArrayBuffer) => void): FramePort {
  const credit = createCredit();
  let port: MessagePort | null = null;

  return {
    attach(next) {
      port?.close();
      port = next;
      next.onmessage = (event: MessageEvent<unknown>) => {
        if (!(event.data instanceof ArrayBuffer)) return;
        credit.took();
        onFrame(event.data);
      };
      credit.open(next);
    },
    painted(stamps) {
      if (stamps !== null) port?.postMessage(stamps);
      credit.give();
    },
    close() {
      port?.close();
      port = null;
    },
  };
}
