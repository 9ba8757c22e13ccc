/** The plain alternative: a JSON websocket of the tab's own, JSON.parse on the main thread, React rows with memo. */
import { memo, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";

interface Side {
  readonly lastPrice: number;
  readonly bid: number;
  readonly ask: number;
  readonly oi: number;
  readonly volume: number;
  readonly iv: number;
}
interface Row {
  readonly strike: number;
  readonly call: Side;
  readonly put: Side;
}
interface Message {
  readonly serverTime: number;
  readonly rows: readonly Row[];
}

declare global {
  interface Window {
    latencies: number[];
  }
}
window.latencies = [];

const fixed = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const figures = (side: Side): string[] =>
  [side.oi / 1e5, side.volume / 1e5, side.iv * 100, side.bid, side.ask, side.lastPrice].map((n) =>
    fixed.format(n),
  );

const ChainRow = memo(function ChainRow({ row }: { readonly row: Row }) {
  return (
    <tr>
      {figures(row.call).map((text, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
        <td key={i}>{text}</td>
      ))}
      <th>{row.strike}</th>
      {figures(row.put).map((text, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
        <td key={i}>{text}</td>
      ))}
    </tr>
  );
});

function Chain() {
  const [rows, setRows] = useState<ReadonlyMap<number, Row>>(new Map());
  useEffect(() => {
    const socket = new WebSocket(`ws://${window.location.host}/`);
    socket.onmessage = (event: MessageEvent<string>) => {
      const message = JSON.parse(event.data) as Message;
      setRows((old) => {
        const next = new Map(old);
        for (const row of message.rows) next.set(row.strike, row);
        return next;
      });
      requestAnimationFrame(() => {
        window.latencies.push(performance.timeOrigin + performance.now() - message.serverTime);
      });
    };
    return () => socket.close();
  }, []);
  return (
    <table>
      <tbody>
        {[...rows.values()].map((row) => (
          <ChainRow key={row.strike} row={row} />
        ))}
      </tbody>
    </table>
  );
}

const root = document.getElementById("root");
if (root !== null) createRoot(root).render(<Chain />);
