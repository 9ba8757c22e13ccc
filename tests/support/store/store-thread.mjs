/** The product's storage thread from its TypeScript source. */
import { register } from "tsx/esm/api";

register();
await import("#server/platform/store/embedded/store-thread.ts");
