/** The compiled module of `wasm/assembly/`, as browsers load it. @returns null where there is no WebAssembly */
export async function compileWasm(url: URL): Promise<WebAssembly.Module | null> {
  if (typeof WebAssembly !== "object") return null;
  const response = await fetch(url);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  if (response.headers.get("content-type")?.startsWith("application/wasm")) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}
