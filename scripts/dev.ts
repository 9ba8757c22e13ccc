/**
 * Development with hot reload: the page from Vite on 127.0.0.1:5173, which passes calls and websockets on to the server on
 * PORT (8080); the server is rebuilt and restarted when its sources change. Usage: npm run dev
 */
import { type ChildProcess, spawn } from "node:child_process";
import { buildWasm } from "./build-wasm.ts";

const port = process.env.PORT ?? "8080";
const page = "http://127.0.0.1:5173";
const env = {
  ...process.env,
  PORT: port,
  PUBLIC_ORIGIN:
    process.env.PUBLIC_ORIGIN ??
    `http://127.0.0.1:${port},http://localhost:${port},${page},http://localhost:5173`,
};

await buildWasm();
const children: ChildProcess[] = [];
const start = (command: string, args: string[]): ChildProcess => {
  const child = spawn(command, args, { stdio: "inherit", env });
  children.push(child);
  return child;
};
const stop = (): void => {
  for (const child of children) child.kill("SIGTERM");
};
process.on("SIGINT", stop);
process.on("SIGTERM", stop);

const first = start("node_modules/.bin/vite", [
  "build",
  "--config",
  "vite.server.config.ts",
  "--logLevel",
  "warn",
]);
first.on("exit", (code) => {
  if (code !== 0) process.exit(code ?? 1);
  start("node_modules/.bin/vite", [
    "build",
    "--config",
    "vite.server.config.ts",
    "--watch",
    "--logLevel",
    "warn",
  ]);
  start("node", ["--watch", "dist/server/main.js"]);
  start("node_modules/.bin/vite", []);
  console.log(`dev: ${page}`);
});
