/** What is kept of the chart's window in this browser (rule CHART-17). */
import { PREFIX } from "../../../browser/kept-preferences.ts";

/** Of another version nothing is taken. */
export const SETTINGS_VERSION = "v1.0.0";

/** What a page remembers of it. */
export interface PageUiState {
  readonly isTradingActive: boolean;
}

export interface ChartWindowSettings {
  readonly version: typeof SETTINGS_VERSION;
  readonly alwaysOpenInFullScreen: boolean;
  /** by the name of the page */
  readonly pageWiseUiState: Readonly<Record<string, PageUiState>>;
}

export const NO_SETTINGS: ChartWindowSettings = {
  version: SETTINGS_VERSION,
  alwaysOpenInFullScreen: false,
  pageWiseUiState: {},
};

const NAME = `${PREFIX}chart-modal`;
const LONGEST = 20_000;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isUiState = (value: unknown): boolean =>
  isFields(value) && typeof value.isTradingActive === "boolean" && Object.keys(value).length === 1;

const isSettings = (value: unknown): value is ChartWindowSettings =>
  isFields(value) &&
  value.version === SETTINGS_VERSION &&
  typeof value.alwaysOpenInFullScreen === "boolean" &&
  isFields(value.pageWiseUiState) &&
  Object.values(value.pageWiseUiState).every(isUiState);

/** @param text as it was kept; of another version, damaged or none: discarded whole */
export function parseSettings(text: string | null): ChartWindowSettings {
  if (text === null || text.length > LONGEST) return NO_SETTINGS;
  try {
    const value: unknown = JSON.parse(text);
    if (!isSettings(value)) return NO_SETTINGS;
    const { version, alwaysOpenInFullScreen, pageWiseUiState } = value;
    return { version, alwaysOpenInFullScreen, pageWiseUiState };
  } catch {
    return NO_SETTINGS;
  }
}

export function readSettings(): ChartWindowSettings {
  try {
    return parseSettings(localStorage.getItem(NAME));
  } catch {
    return NO_SETTINGS;
  }
}

/** Where storage is forbidden or full it is known for as long as the window is open. */
export function writeSettings(settings: ChartWindowSettings): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(settings));
  } catch {
    // As above.
  }
}

export const isTradingOn = ({ pageWiseUiState }: ChartWindowSettings, page: string): boolean =>
  Object.hasOwn(pageWiseUiState, page) && pageWiseUiState[page]!.isTradingActive;

export const withTrading = (
  settings: ChartWindowSettings,
  page: string,
  isTradingActive: boolean,
): ChartWindowSettings => ({
  ...settings,
  pageWiseUiState: { ...settings.pageWiseUiState, [page]: { isTradingActive } },
});
