/** The settings of this tab: kept with the account and on this device, and told to the page. */

import { proxy, ref, subscribe } from "valtio";
import { type ChainSettings, DEFAULT_CHAIN_SETTINGS } from "#domain/chain/settings.ts";
import { read } from "#protocol/generated/http/calls/chain-settings/read.ts";
import { save } from "#protocol/generated/http/calls/chain-settings/save.ts";
import { api } from "../../../api/site-api.ts";
import { PREFIX, writePreference } from "../../../browser/kept-preferences.ts";
import { showToast } from "../../../components/toast/toast.ts";
import { session } from "../../../session/session-state.ts";
import { isKnown, subjectOf } from "../../../session/subject.ts";
import { chosen, KEPT_AS } from "./chosen.ts";
import { chosenOf } from "./look-of.ts";
import { createSettingsKeeper, type KeptWhere } from "./settings-keeper.ts";
import { TEXTS } from "./texts.ts";
import type { Wish } from "./wish.ts";

/** For the panel, whose every word it is. */
export const shownSettings = proxy<{ settings: ChainSettings; where: KeptWhere; isSettled: boolean }>({
  settings: ref(DEFAULT_CHAIN_SETTINGS),
  where: "device",
  isSettled: false,
});

const KEY = PREFIX + KEPT_AS;
/** A browser without storage keeps them as long as the tab. */
let inMemory: string | null = null;

const device = {
  read(): string | null {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return inMemory;
    }
  },
  write(text: string | null): void {
    inMemory = text;
    if (text !== null) return writePreference(KEPT_AS, text);
    try {
      localStorage.removeItem(KEY);
    } catch {
      // There is nothing to remove.
    }
  },
};

const subject = () => (isKnown(session) ? subjectOf(session) : null);

export const pageSettings = createSettingsKeeper({
  device,
  caller: () => ({
    phase: session.phase,
    id: session.phase === "signed_in" ? (session.profile?.id ?? "") : "",
    subject: subject(),
  }),
  server: {
    read: () => api.call(read).then(({ data }) => data),
    save: (change) => api.call(save, { body: change }).then(({ data }) => data),
  },
  after: (ms, run) => void setTimeout(run, ms),
  show(settings, where, isSettled) {
    Object.assign(shownSettings, { settings: ref(settings), where, isSettled });
    chosen.now = ref(chosenOf(settings, subject()));
  },
  tell(what) {
    if (what === "joined") return showToast(TEXTS.joined);
    if (what === "not_whole") return showToast(TEXTS.notWhole, { tone: "warning" });
    showToast(TEXTS.refused, { tone: "warning", detail: what.refused });
  },
});

subscribe(session, () => pageSettings.look());
window.addEventListener("online", () => pageSettings.retry());
window.addEventListener("storage", ({ key }) => {
  // A null key: the whole storage was cleared.
  if (key === KEY || key === null) pageSettings.heard();
});

export function prefer({ above, below, hundreds, size }: Wish): void {
  pageSettings.change((settings) => ({
    ...settings,
    ...(above && { showNstrikesAboveATM: above }),
    ...(below && { showNStrikesBelowATM: below }),
    ...(hundreds !== undefined && { showHundredsMultiple: hundreds }),
    ...(size && { size }),
  }));
}
