import { type ChainSettings, DEFAULT_CHAIN_SETTINGS, readChainSettings } from "#domain/chain/settings.ts";

/** Settings as this device keeps them. */
export interface DeviceCopy {
  /** id of the account, "" a visitor's */
  readonly whose: string;
  /** of the account's settings that these were, or were made from; 0 none */
  readonly revision: number;
  /** They were changed here, and the account does not have them yet. */
  readonly isUnsaved: boolean;
  readonly settings: ChainSettings;
}

export const NO_COPY: DeviceCopy = {
  whose: "",
  revision: 0,
  isUnsaved: false,
  settings: DEFAULT_CHAIN_SETTINGS,
};

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

/** @param text as it was kept, by whichever version of ours @returns a copy, and whether all that was kept is in it */
export function readCopy(text: string | null): { readonly copy: DeviceCopy; readonly isWhole: boolean } {
  if (text === null) return { copy: NO_COPY, isWhole: true };
  const raw = parsed(text);
  if (raw === null) return { copy: NO_COPY, isWhole: false };
  const { whose, revision, isUnsaved } = raw;
  const { settings, isWhole } = readChainSettings(raw.settings);
  return {
    copy: {
      whose: typeof whose === "string" ? whose : "",
      revision:
        typeof revision === "number" && Number.isSafeInteger(revision) && revision >= 0 ? revision : 0,
      isUnsaved: isUnsaved === true,
      settings,
    },
    isWhole,
  };
}

export const writeCopy = (copy: DeviceCopy): string => JSON.stringify(copy);
