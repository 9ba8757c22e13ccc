import { inLanguage } from "../../../browser/language.ts";

/** Every text of the menus but the names of pages, which are their rows' own. */
export const TEXTS = inLanguage({
  en: {
    account: {
      menu: "Account",
      profile: "Profile",
      plan: "My Plan",
      support: "Help / Support",
      logout: "Logout",
    },
    notYet: "Not yet",
    /** Why an entry cannot be opened now. */
    why: {
      login: "Login first",
      plan: "With another plan",
      disabled: "Not for this account",
    },
    theme: "Theme",
    themes: { light: "Light", dark: "Dark", system: "System" },
    palette: "Up and down",
  },
});
