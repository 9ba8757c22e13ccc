import { connect } from "node:net";

export const NATS = "nats://127.0.0.1:4222";

/** Whether a NATS server runs on this machine. */
export function isNatsUp(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(4222, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
