import type { LoginResult } from "#protocol/http/sign-in.ts";
import { keepAccessToken } from "../../api/frame-token.ts";
import { readPreference } from "../../browser/kept-preferences.ts";
import { setTheme, themeState } from "../../components/theme/theme-state.ts";
import { keeper } from "../../session/keeper.ts";
import { closeLogin, loginPanel } from "../../session/login-panel.ts";
import { takeRedirectPath } from "../../session/redirect-path.ts";
import { forgetWantedPath } from "../../session/wanted-path.ts";

/** The account's own choice, on a device where none was made. */
function adoptTheme(kept: unknown): void {
  const isChosenHere = readPreference("theme", ["system", "light", "dark"] as const, "system") !== "system";
  const theme = (["light", "dark"] as const).find((name) => name === kept);
  if (theme !== undefined && !isChosenHere && themeState.choice === "system") setTheme(theme);
}

/**
 * Takes a login that succeeded: profile and access token are kept, the panel closes, errors clear, all tabs learn.
 * @returns where to go now
 */
export function enter(result: LoginResult): string {
  keepAccessToken(result.access_token);
  adoptTheme(result.data.preferences.theme);
  keeper.signedIn({ ...result.data, is_first_time_login: result.is_first_time_login });
  closeLogin();
  loginPanel.error = null;
  forgetWantedPath();
  return takeRedirectPath(result.redirect_path);
}
