/** What a browser kept, made older: a tab that was closed an hour ago is measured without waiting for an hour. */
import { ROOT_NAMES } from "#workers/engine/chains/root-names.ts";
import { PICTURE_KEY } from "../../src/app/last-picture/kept.ts";
import type { Chromium } from "../browser/chromium.ts";

/** A page of the same origin that starts no engine, which would write anew what is made older here. */
const QUIET_PAGE = "/icon.svg";

/**
 * Moves every time of the engine's records back in its own IndexedDB, as they would stand there had nothing been written since: when
 * it was saved, by the device, by the server and by the market.
 * @returns how many chains were made older
 */
export async function ageKept(browser: Chromium, origin: string, ms: number): Promise<number> {
  const tab = await browser.open(`${origin}${QUIET_PAGE}`);
  try {
    return await tab.evaluate<number>(`new Promise((resolve, reject) => {
      const picture = JSON.parse(localStorage.getItem("${PICTURE_KEY}"));
      if (picture !== null) localStorage.setItem("${PICTURE_KEY}", JSON.stringify({ ...picture, at: picture.at - ${ms} }));
      const open = indexedDB.open("strikewise-engine");
      open.onerror = () => reject(open.error);
      open.onsuccess = () => {
        const change = open.result.transaction("state", "readwrite");
        let chains = 0;
        change.objectStore("state").openCursor().onsuccess = ({ target: { result: cursor } }) => {
          if (cursor === null) return;
          const record = cursor.value;
          record.savedAt -= ${ms};
          if (String(cursor.key).startsWith("chain:")) {
            record.serverTime -= ${ms};
            record.root[${ROOT_NAMES.indexOf("marketTime")}] -= ${ms};
            chains += 1;
          }
          cursor.update(record);
          cursor.continue();
        };
        change.onerror = () => reject(change.error);
        change.oncomplete = () => { open.result.close(); resolve(chains); };
      };
    })`);
  } finally {
    await tab.close();
  }
}
