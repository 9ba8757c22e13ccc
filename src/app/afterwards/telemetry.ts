import { isAutomation } from "../../browser/user-agent.ts";
import { isWebView } from "../../browser/web-view.ts";
import { session } from "../../session/session-state.ts";
import { type Analytics, createAnalytics } from "../telemetry/analytics.ts";
import { chatVisitor, showsChat } from "../telemetry/chat.ts";
import { loadScript } from "../telemetry/load-script.ts";
import { PLUGS } from "../telemetry/plugs.ts";
import { startRecording } from "../telemetry/screen-recording.ts";
import { followSlowCalls } from "../telemetry/slow-calls.ts";

/** Third parties come after what the visitor came for. */
const ANALYTICS_LOAD_DELAY_MS = 1_950;

export const analytics: Analytics = createAnalytics(PLUGS.analytics !== null);

/** Loads what is plugged in, late enough to be in no user's way. */
export function openPlugs(): (() => void) | undefined {
  const { analytics: load, tagManager } = PLUGS;
  if (load === null && tagManager === null) return;
  let stopReporting = (): void => {};
  const timer = setTimeout(() => {
    if (tagManager !== null) void loadScript(tagManager);
    if (load === null) return;
    load().then(
      (sink) => analytics.open(sink),
      () => {},
    );
    void import("../../api/site-api.ts").then(({ setSlowCallReporter }) =>
      setSlowCallReporter(({ method, path, ms, status }) =>
        analytics.track("slow_call", { method, path, ms: Math.round(ms), status: status ?? 0 }),
      ),
    );
    stopReporting = followSlowCalls((call) => analytics.track("slow_call", call));
  }, ANALYTICS_LOAD_DELAY_MS);
  return () => {
    clearTimeout(timer);
    stopReporting();
  };
}

export function followRecording(userId: number | null): () => void {
  return startRecording(PLUGS.recorder, {
    userId,
    isMobileApp: isWebView(),
    isAutomation: isAutomation(navigator),
  });
}

let isChatReady = false;

export function followChat(page: string | null): void {
  const { chat } = PLUGS;
  if (chat === null) return;
  if (!isChatReady && session.profile !== null) {
    isChatReady = true;
    chat.init(chatVisitor(session.profile));
  }
  if (showsChat(page)) chat.show();
  else chat.hide();
}
