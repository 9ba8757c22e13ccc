import { useSnapshot } from "valtio";
import { lazily } from "../../components/lazily.tsx";
import { PageLoader } from "../../components/page-loader/PageLoader.tsx";
import { OptionChain } from "../../features/chain/OptionChain.tsx";
import { type SessionState, session } from "../../session/session-state.ts";
import { subjectOf } from "../../session/subject.ts";
import { chainFault } from "../../shared/widget/chain-fault.ts";
import { widgetPlace } from "../../shared/widget/widget-place.ts";
import { WidgetFoot } from "./WidgetFoot.tsx";

const AccessError = lazily(() => import("../../features/gates/AccessError.tsx").then((m) => m.AccessError));

/** The chain inside a broker's app; at its own address, in no frame, it is open to all as the page is. */
export function WidgetChain() {
  const state = useSnapshot(session) as SessionState;
  if (window.parent !== window) {
    const subject = subjectOf(state);
    // Which market it is to show is known with the token, which comes within moments or not at all.
    if (subject === null) return <PageLoader />;
    const fault = chainFault(subject);
    if (fault !== null) return <AccessError kind={fault} />;
    if (widgetPlace()?.mode === "full")
      return <OptionChain from="/widget/option-chain" Beside={WidgetFoot} />;
  }
  return <OptionChain from="/widget/option-chain" />;
}
