/** The window of the analysis: its code comes at the first opening, or when a pointer comes near the button. */
export const loadModal = () => import("./AnalyzeModal.tsx");
