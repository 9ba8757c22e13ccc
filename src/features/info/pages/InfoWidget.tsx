import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { PageLoader } from "../../../components/page-loader/PageLoader.tsx";
import { type SessionState, session } from "../../../session/session-state.ts";
import { subjectOf } from "../../../session/subject.ts";
import { useAddress } from "../../../shared/page/use-address.ts";
import { AccessFault } from "../../../shared/widget/access-fault.ts";
import { chainFault } from "../../../shared/widget/chain-fault.ts";
import { InfoPanel } from "../InfoPanel.tsx";
import { TEXTS as INFO } from "../texts.ts";
import { parseInfoSearch } from "./address.ts";
import css from "./Pages.module.css";
import { TEXTS } from "./texts.ts";

/** What the window on an instrument says, inside another app; at its own address, in no frame, it is open to all (rule EMB-13). */
export function InfoWidget() {
  const { symbol } = useAddress(parseInfoSearch);
  const state = useSnapshot(session) as SessionState;
  const title = INFO.title(symbol);
  useEffect(() => {
    document.title = title;
  }, [title]);
  if (window.parent !== window) {
    const subject = subjectOf(state);
    // Which market it is to show is known with the token, which comes within moments or not at all.
    if (subject === null) return <PageLoader />;
    const fault = chainFault(subject);
    // The boundary around every page has a screen for each.
    if (fault !== null) throw new AccessFault(fault);
  }
  return (
    <main className={css.widget} data-testid="info-widget">
      <h1 className="visually-hidden">{TEXTS.widget}</h1>
      <h2 className="visually-hidden">{title}</h2>
      <InfoPanel symbol={symbol} />
    </main>
  );
}
