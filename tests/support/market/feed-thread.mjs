/** The product's feed thread from its TypeScript source. */
import { register } from "tsx/esm/api";

register();
await import("#server/market/feed/feed-thread.ts");
