/** A nats-server of our own with a websocket listener; this process publishes to it, and reads what it costs. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { answerCalls } from "../../lib/child.ts";
import { createServerMethods } from "./methods.ts";

const START_MS = 10_000;

async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as net.AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

/** CPU time of all threads of a process, ms (Linux). */
function cpuOf(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  const nanoseconds = readdirSync(tasks).map((task) =>
    Number(readFileSync(`${tasks}/${task}/schedstat`, "utf8").split(" ")[0]),
  );
  return nanoseconds.reduce((sum, ns) => sum + ns, 0) / 1e6;
}

async function connectTo(port: number): Promise<net.Socket> {
  for (const until = performance.now() + START_MS; ; ) {
    const socket = net.connect({ port, host: "127.0.0.1", noDelay: true });
    try {
      await once(socket, "connect");
      return socket;
    } catch (error) {
      if (performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

const [clientPort, webPort] = [await freePort(), await freePort()];
const folder = mkdtempSync(path.join(os.tmpdir(), "bench-nats-"));
const config = path.join(folder, "nats.conf");
writeFileSync(
  config,
  `host: 127.0.0.1\nport: ${clientPort}\nwebsocket { host: 127.0.0.1, port: ${webPort}, no_tls: true }\n`,
);
const server = spawn("nats-server", ["-c", config], { stdio: "ignore" });
process.on("exit", () => {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
});

const publisher = await connectTo(clientPort);
publisher.write('CONNECT {"verbose":false}\r\n');
publisher.on("data", (text) => {
  if (text.includes("PING\r\n")) publisher.write("PONG\r\n");
});

const methods = await createServerMethods(webPort, (messages) => {
  const lines = messages.flatMap((message) => [
    Buffer.from(`PUB q ${message.length}\r\n`),
    message,
    Buffer.from("\r\n"),
  ]);
  publisher.write(Buffer.concat(lines));
});

answerCalls({
  ...methods,
  async run(shape: Parameters<typeof methods.run>[0], ms: number) {
    const pid = server.pid ?? 0;
    const before = cpuOf(pid);
    const { turns } = await methods.run(shape, ms);
    return { turns, cpuMs: cpuOf(pid) - before };
  },
});
