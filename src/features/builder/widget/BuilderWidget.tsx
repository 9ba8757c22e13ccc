import { useRouterState } from "@tanstack/react-router";
import { useSnapshot } from "valtio";
import { mayAnalyse } from "#domain/access/analysis.ts";
import { type SessionState, session } from "../../../session/session-state.ts";
import { subjectOf } from "../../../session/subject.ts";
import { useAddress } from "../../../shared/page/use-address.ts";
import { type AccessErrorKind, AccessFault } from "../../../shared/widget/access-fault.ts";
import { widgetPlace } from "../../../shared/widget/widget-place.ts";
import { Builder } from "../BuilderPage.tsx";
import { parseWidgetSearch } from "../search-params.ts";
import css from "./BuilderWidget.module.css";
import { WayOut } from "./WayOut.tsx";

/** Why the builder is not open here; null when it is (rule EMB-10). */
function faultOf(state: SessionState): AccessErrorKind | null {
  const place = widgetPlace();
  if (place === null || place.broker === null) return "MissingBroker";
  const subject = subjectOf(state);
  if (place.mode === null || subject === null) return "AnalyzeBuilderWidgetAccessError";
  // Of another broker's account nothing is shown in this one's app, nor to a plan that the server would refuse.
  const isOpen = subject.broker === place.broker.id && mayAnalyse(subject);
  return isOpen ? null : "AnalyzeBuilderWidgetAccessError";
}

/** The builder inside a broker's app. */
export function BuilderWidget() {
  const search = useAddress(parseWidgetSearch);
  const state = useSnapshot(session) as SessionState;
  useRouterState({ select: ({ location }) => location.href });
  const fault = faultOf(state);
  // The boundary around every page has a screen for each.
  if (fault !== null) throw new AccessFault(fault);
  return (
    <div className={css.widget} data-testid="builder-widget" data-mode={widgetPlace()?.mode}>
      <Builder search={search}>
        {widgetPlace()?.mode === "full" ? <WayOut symbol={search.symbol} /> : null}
      </Builder>
    </div>
  );
}
