/** Why the IV percentile is unknown, wherever it is shown. */
export const IVP_STORY = "IV percentile over 250 closes. Shown once 60 daily closes have been recorded.";
