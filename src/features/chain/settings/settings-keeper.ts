/**
 * A trader's settings of the chain: applied at once when they are changed, kept on this device, and with the account where there is one
 * (rules CHAIN-51 and CHAIN-52).
 */

import type { AccessSubject } from "#domain/access/features.ts";
import { type ChainSettings, DEFAULT_CHAIN_SETTINGS, readChainSettings } from "#domain/chain/settings.ts";
import { joined } from "#domain/chain/view-edits.ts";
import type { ChainSettingsBody, ChainSettingsResponse } from "#protocol/http/chain-settings.ts";
import { ApiFailure, textOf } from "../../../api/api-failure.ts";
import { type DeviceCopy, NO_COPY, readCopy, writeCopy } from "./device-copy.ts";

type Answer = ChainSettingsResponse["data"];

/** Where the settings on screen are kept: with the account, on this device alone, or here until the account's can be reached. */
export type KeptWhere = "account" | "device" | "waiting";

interface Caller {
  readonly phase: "loading" | "anonymous" | "signed_in";
  /** of the account, "" none */
  readonly id: string;
  readonly subject: AccessSubject | null;
}

interface SettingsEdges {
  readonly device: {
    read(): string | null;
    write(text: string | null): void;
  };
  caller(): Caller;
  readonly server: {
    read(): Promise<Answer>;
    save(change: { readonly revision: number; readonly settings: ChainSettingsBody }): Promise<Answer>;
  };
  /** in so many ms; once */
  after(ms: number, run: () => void): void;
  /** @param isSettled all that the caller keeps is here */
  show(settings: ChainSettings, where: KeptWhere, isSettled: boolean): void;
  tell(what: "not_whole" | "joined" | { readonly refused: string }): void;
}

export interface SettingsKeeper {
  readonly settings: ChainSettings;
  change(edit: (settings: ChainSettings) => ChainSettings): void;
  /** The caller has changed, or more is known of them. */
  look(): void;
  /** Another tab has kept something on this device. */
  heard(): void;
  /** What could not be reached may be there again. */
  retry(): void;
}

const AGAIN_MS = 30_000;

/** Refused for what was asked; all else may go when it is asked again. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiFailure && [400, 403, 404, 409, 413, 422].includes(error.status ?? 0);

const isSame = (a: ChainSettings, b: ChainSettings): boolean => JSON.stringify(a) === JSON.stringify(b);

const bodyOf = (settings: ChainSettings): ChainSettingsBody => ({
  ...settings,
  views: settings.views.map((view) => ({ ...view, columns: [...view.columns] })),
});

export function createSettingsKeeper(edges: SettingsEdges): SettingsKeeper {
  const { device, server } = edges;
  const first = readCopy(device.read());
  let { copy } = first;
  /** Account whose settings were asked for. */
  let asked: string | null = null;
  let isSettled = false;
  let isSaving = false;
  let isWaiting = false;

  function show(): void {
    const isSignedIn = edges.caller().phase === "signed_in";
    const where = !isSignedIn ? "device" : isWaiting ? "waiting" : copy.whose === "" ? "device" : "account";
    edges.show(copy.settings, where, isSettled);
  }

  function apply(next: DeviceCopy): void {
    copy = next;
    // Defaults of a visitor are not worth a copy: it would have the code of settings fetched before the figures.
    const isNothing = next.whose === "" && isSame(next.settings, DEFAULT_CHAIN_SETTINGS);
    device.write(isNothing ? null : writeCopy(next));
    show();
  }

  function adopt(whose: string, { revision, settings, is_whole }: Answer): void {
    const read = readChainSettings(settings);
    apply({ whose, revision, isUnsaved: false, settings: read.settings });
    if (!is_whole || !read.isWhole) edges.tell("not_whole");
  }

  function waitAndTry(): void {
    isWaiting = true;
    show();
    edges.after(AGAIN_MS, retry);
  }

  /** What the account keeps counts; that a change of ours was refused is told unless it comes to the same. */
  async function takeBack(whose: string, wanted: ChainSettings, reason: string): Promise<void> {
    const answer = await server.read();
    if (edges.caller().id !== whose) return;
    adopt(whose, answer);
    if (!isSame(copy.settings, wanted)) edges.tell({ refused: reason });
  }

  async function push(): Promise<void> {
    const sent = copy;
    if (isSaving || sent.whose === "" || edges.caller().id !== sent.whose) return;
    isSaving = true;
    try {
      const answer = await server
        .save({ revision: sent.revision, settings: bodyOf(sent.settings) })
        .catch(async (error: unknown) => {
          if (!isRefusal(error)) throw error;
          await takeBack(sent.whose, sent.settings, textOf(error));
          return null;
        });
      isWaiting = false;
      if (answer !== null && copy.whose === sent.whose) {
        if (copy.settings === sent.settings) adopt(sent.whose, answer);
        // More was changed meanwhile.
        else apply({ ...copy, revision: answer.revision });
      }
    } catch {
      waitAndTry();
      return;
    } finally {
      isSaving = false;
    }
    if (copy.isUnsaved) await push();
  }

  function arrived(id: string, answer: Answer): void {
    const isVisitors = copy.whose === "" && !isSame(copy.settings, DEFAULT_CHAIN_SETTINGS);
    if (copy.whose === id && copy.isUnsaved) {
      // Made from these, or from older ones: the revision says which.
      void push();
    } else if (isVisitors) {
      const own = readChainSettings(answer.settings).settings;
      const both = joined(own, copy.settings, answer.revision === 0, edges.caller().subject);
      apply({ whose: id, revision: answer.revision, isUnsaved: !isSame(both, own), settings: both });
      if (!copy.isUnsaved) return;
      edges.tell("joined");
      void push();
    } else {
      adopt(id, answer);
    }
  }

  async function ask(id: string): Promise<void> {
    asked = id;
    isSettled = false;
    // What an account changed before its session ended may still lie here.
    const stored = readCopy(device.read()).copy;
    if (stored.whose === id) copy = stored;
    // Those of another account are not this one's, not even for a moment.
    if (copy.whose !== "" && copy.whose !== id) copy = { ...NO_COPY, whose: id };
    show();
    try {
      const answer = await server.read();
      if (asked !== id || edges.caller().id !== id) return;
      isWaiting = false;
      isSettled = true;
      arrived(id, answer);
    } catch {
      if (asked === id) asked = null;
      waitAndTry();
    }
  }

  function look(): void {
    const { phase, id } = edges.caller();
    if (phase === "anonymous") {
      asked = null;
      isWaiting = false;
      isSettled = true;
      if (copy.whose !== "" && !copy.isUnsaved) return apply(NO_COPY);
      // What the account does not have yet waits for it on the device.
      if (copy.whose !== "") copy = NO_COPY;
    }
    if (phase === "signed_in" && id !== "" && asked !== id) void ask(id);
    show();
  }

  function retry(): void {
    if (!isWaiting) return;
    isWaiting = false;
    if (asked === null) look();
    else if (copy.isUnsaved) void push();
  }

  if (!first.isWhole) edges.tell("not_whole");
  look();
  return {
    get settings() {
      return copy.settings;
    },
    change(edit) {
      const settings = edit(copy.settings);
      if (isSame(settings, copy.settings)) return;
      apply({ ...copy, settings, isUnsaved: copy.whose !== "" });
      void push();
    },
    look,
    heard() {
      copy = readCopy(device.read()).copy;
      show();
    },
    retry,
  };
}
