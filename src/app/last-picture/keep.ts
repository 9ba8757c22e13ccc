import { subscribe } from "valtio";
import { PAGE_PATHS } from "#domain/access/page-paths.ts";
import { shownTheme, themeState } from "../../components/theme/theme-state.ts";
import { onIdentityChange } from "../../session/keeper.ts";
import { session } from "../../session/session-state.ts";
import { PICTURE_KEY } from "./kept.ts";
import { type Picture, pictureOf } from "./picture.ts";

/** Storage is shared by all that this app keeps, 5 MB in most browsers, and every tab holds a copy of it. */
const MOST_CHARACTERS = 500_000;

/** A grid that shows figures, as it says itself. */
const WITH_FIGURES = ["live", "delayed", "closed"]
  .map((state) => `[data-renderer][data-state="${state}"]`)
  .join();
/** What lies over the page is not what a reload comes back to. */
const OVER_THE_PAGE = [
  "dialog[open]",
  ...["dialog", "menu", "listbox"].map((role) => `[role="${role}"]`),
].join();

const accountNow = (): string => {
  const { profile } = session;
  return profile === null || profile.is_anon_user ? "" : String(profile.user_id);
};

function forget(): void {
  try {
    localStorage.removeItem(PICTURE_KEY);
  } catch {
    // Then there is nothing in it either.
  }
}

function keep(root: HTMLElement, theme: Picture["theme"]): void {
  const isShown =
    window.location.pathname === PAGE_PATHS["option-chain"] &&
    session.phase !== "loading" &&
    window.scrollY === 0 &&
    root.querySelector(WITH_FIGURES) !== null &&
    document.querySelector(OVER_THE_PAGE) === null;
  if (!isShown) return;
  try {
    const text = JSON.stringify(pictureOf(root, accountNow(), theme, Date.now()));
    if (text.length > MOST_CHARACTERS) forget();
    else localStorage.setItem(PICTURE_KEY, text);
  } catch {
    // Storage may be full or switched off: the next load begins without a picture. An older one would be of another moment.
    forget();
  }
}

/** Another account's page is shown to none but it: one that was kept in a session that ended unheard goes once that is known. */
function forgetOthers(): void {
  if (session.phase === "loading") return;
  try {
    const kept = JSON.parse(localStorage.getItem(PICTURE_KEY) ?? "null") as Picture | null;
    if (kept !== null && kept.account !== accountNow()) forget();
  } catch {
    forget();
  }
}

/** Keeps a picture of the chain whenever its tab goes out of sight, which closing and reloading are too. Once in a tab's life. */
function keepPictures(): void {
  const root = document.getElementById("root")!;
  // Read while the page is seen: a page on its way out may be told another preference.
  let theme = shownTheme();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") keep(root, theme);
  });
  // In other colours it would be another page's.
  subscribe(themeState, () => {
    theme = shownTheme();
    forget();
  });
  subscribe(session, forgetOthers);
  onIdentityChange(forget);
  forgetOthers();
}

keepPictures();
