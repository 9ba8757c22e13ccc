/** Worker threads take JavaScript: this one loads the TypeScript of fake-feed-thread.ts. */
import { register } from "tsx/esm/api";

register();
await import("./fake-feed-thread.ts");
