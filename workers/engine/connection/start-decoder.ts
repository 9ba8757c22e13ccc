import type { PricingKernel } from "#domain/pricing/kernel-port.ts";
import type { Decoder } from "#wasm/decoder.ts";
import { createWasmKernel } from "#wasm/load-kernel.ts";
import { createDecoder } from "#wasm/wasm-decoder.ts";
import type { EngineHealth } from "../api.ts";
import type { EngineEdges } from "../edges.ts";
import { within } from "./within.ts";

/** A compile that hangs must not hold up the market: TypeScript does the same work. */
const WASM_WAIT_MS = 4_000;
/** A network that brought neither may bring one of them now. */
const RETRY_MS = 2_000;

type StartEdges = Pick<EngineEdges, "clock" | "loadWasm" | "log">;

interface StartedDecoder {
  readonly decoder: Decoder;
  readonly kernel: PricingKernel;
  readonly kind: EngineHealth["decoder"];
}

async function ofWasm({ clock, loadWasm, log }: StartEdges): Promise<StartedDecoder | null> {
  try {
    const module = await within(clock, loadWasm(), WASM_WAIT_MS);
    if (module === null) return null;
    return { decoder: createDecoder(module), kernel: createWasmKernel(module), kind: "wasm" };
  } catch (reason) {
    log(`WebAssembly is not to be had (${String(reason)}); decoding in TypeScript`);
    return null;
  }
}

async function ofTypeScript({ log }: StartEdges): Promise<StartedDecoder | null> {
  try {
    const [{ createReferenceDecoder }, { referenceKernel }] = await Promise.all([
      import("#wasm/reference-decoder.ts"),
      import("#domain/pricing/reference-kernel.ts"),
    ]);
    return { decoder: createReferenceDecoder(), kernel: referenceKernel, kind: "typescript" };
  } catch (reason) {
    log(`The decoder's code is not to be had (${String(reason)}); trying again`);
    return null;
  }
}

/**
 * Decoder and pricing kernel: of WebAssembly where it is to be had, else their TypeScript twins, whose code is loaded only
 * then. Never fails: while the network brings neither it goes on trying.
 */
export async function startDecoder(edges: StartEdges): Promise<StartedDecoder> {
  for (;;) {
    const started = (await ofWasm(edges)) ?? (await ofTypeScript(edges));
    if (started !== null) return started;
    await new Promise<void>((resolve) => edges.clock.setTimeout(resolve, RETRY_MS));
  }
}
