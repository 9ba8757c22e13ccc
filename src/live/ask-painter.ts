import type { Painter, PainterCommand } from "#workers/painter/api.ts";

/**
 * Asks a painter what it answers on a port.
 * @param command by the port that the answer is to come on
 */
export function askPainter<T>(painter: Painter, command: (port: MessagePort) => PainterCommand): Promise<T> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<T>) => {
      port1.close();
      resolve(data);
    };
    painter.post(command(port2), [port2]);
  });
}
