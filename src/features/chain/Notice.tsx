import { useSnapshot } from "valtio";
import { live } from "../../live/live-state.ts";
import { chainState } from "./chain-state.ts";
import css from "./OptionChain.module.css";

interface NoticeText {
  readonly tone: "warn" | "error";
  readonly text: string;
  readonly reload?: boolean;
}

function noticeOf(
  link: (typeof live)["link"],
  state: string | undefined,
  failed: string | null,
): NoticeText | null {
  if (link.phase === "outdated") {
    return {
      tone: "warn",
      text: "A newer version of Strikewise is running in this browser. Reload to join it.",
      reload: true,
    };
  }
  if (link.phase === "failed")
    return { tone: "error", text: `Live prices could not start: ${link.message}`, reload: true };
  if (failed !== null) return { tone: "error", text: failed };
  if (state === "offline" || state === "stale" || state === "backoff") {
    return { tone: "warn", text: "Prices might be off (Websocket is Disconnected)" };
  }
  return null;
}

/** The one banner of the page: what is wrong and the way out, or nothing. */
export function Notice() {
  const { link, health } = useSnapshot(live);
  const { refused } = useSnapshot(chainState);
  const wasLive = health !== null && (health.messages > 0 || health.error);
  const state = wasLive && (health.error || health.state !== "connecting") ? health.state : undefined;
  const notice = noticeOf(link as (typeof live)["link"], state, refused);
  return (
    <div className={css.noticeSlot} role="status" aria-live="polite">
      {notice && (
        <p className={css.notice} data-tone={notice.tone}>
          {notice.text}
          {notice.reload && (
            <button type="button" className={css.noticeAction} onClick={() => window.location.reload()}>
              Reload
            </button>
          )}
        </p>
      )}
    </div>
  );
}
