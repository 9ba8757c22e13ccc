import type { AnalyticsSink } from "./analytics.ts";
import type { Chat } from "./chat.ts";
import type { Recorder } from "./screen-recording.ts";

/** Third parties this build is shipped with. */
interface Plugs {
  /** Loads the analytics' own code. */
  readonly analytics: (() => Promise<AnalyticsSink>) | null;
  readonly recorder: Recorder | null;
  readonly chat: Chat | null;
  /** Address of a tag manager's script. */
  readonly tagManager: string | null;
}

/** None by default: an operator of the product plugs theirs in here, and nowhere else. */
export const PLUGS: Plugs = { analytics: null, recorder: null, chat: null, tagManager: null };
