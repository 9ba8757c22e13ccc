import { inLanguage, rich } from "../../shared/texts/texts.tsx";

export const TEXTS = inLanguage({
  en: {
    title: "Strikewise needs a secure connection",
    why: "This page was opened over plain http from another machine, and the browser then switches off what live prices need (workers shared by tabs, locks, storage).",
    wayOut: rich(
      "Open it over {scheme}, or on the machine itself at {address}. Whoever runs the server can put a TLS proxy in front of it and set {setting} to its address.",
    ),
  },
});
