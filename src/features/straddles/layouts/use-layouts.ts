import { useState } from "react";
import { useSnapshot } from "valtio";
import { savePreference } from "../../../api/account-calls.ts";
import { PREFIX, writePreference } from "../../../browser/kept-preferences.ts";
import { session } from "../../../session/session-state.ts";
import { keptLayouts, type Layout, readLayouts } from "./layout-list.ts";

const KEY = "straddles.layouts";

function readHere(): unknown {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + KEY) ?? "null");
  } catch {
    return null;
  }
}

export interface Layouts {
  readonly layouts: readonly Layout[];
  readonly isOfAccount: boolean;
  /** Keeps these instead. @throws Error where the account's could not be saved */
  keep(layouts: readonly Layout[]): Promise<void>;
}

/** Layouts of the account that is signed in, or of this browser. */
export function useLayouts(): Layouts {
  const { phase, profile } = useSnapshot(session);
  const isOfAccount = phase === "signed_in";
  const [here, setHere] = useState(() => readLayouts(readHere()));
  return {
    layouts: isOfAccount ? readLayouts(profile?.preferences[KEY]) : here,
    isOfAccount,
    async keep(layouts) {
      const kept = keptLayouts(layouts);
      if (!isOfAccount) {
        writePreference(KEY, JSON.stringify(kept));
        setHere(layouts);
        return;
      }
      await savePreference(KEY, kept);
      if (session.profile !== null) {
        session.profile.preferences = { ...session.profile.preferences, [KEY]: kept };
      }
    },
  };
}
