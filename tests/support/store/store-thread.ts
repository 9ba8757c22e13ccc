/** The storage thread of the sources, for what needs a thread that can be killed. */
export const STORE_THREAD = new URL("./store-thread.mjs", import.meta.url);
