/** Entry of the feed's worker thread; bundled on its own to dist/server/feed-thread.js. */
import { runFeedThread } from "./run-feed-thread.ts";

runFeedThread();
