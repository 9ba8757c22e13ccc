import { inLanguage } from "../../../shared/texts/texts.tsx";

/** What stands around the window's widget, and on the page that tries it. */
export const TEXTS = inLanguage({
  en: {
    widget: "Instrument info",
    test: {
      title: "Info widget test",
      lead: "The widget on an instrument, as another app shows it in a frame.",
      underlying: "Underlying",
      theme: "Theme",
      themes: { system: "System", light: "Light", dark: "Dark" },
      address: "Address of the widget",
    },
  },
});
