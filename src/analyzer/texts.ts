/** What is said of answers that did not come, where the analyzer's rules have no words for it, and how the log names them. */

export const OI_CHART_FAILED = {
  text: "Failed to fetch open interest",
  log: "Error fetching open interest by strike",
} as const;
export const MULTISTRIKE_OI_LOG = "Error fetching multi-strike open interest";
export const MARGIN_LOG = "Error fetching margin";
export const SETTINGS_FAILED = "The settings were not saved";
export const NOTHING_TO_ADJUST = "There is nothing to adjust.";
export const NO_WORKER_TO_ADJUST = "Adjusting is computed in your browser, whose worker does not run.";
