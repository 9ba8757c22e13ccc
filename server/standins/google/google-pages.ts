import { SANDBOX_PATHS } from "../apps.ts";
import { html, page } from "../page.ts";
import type { SandboxAccount } from "../sandbox-accounts.ts";

const BASE = SANDBOX_PATHS.google;

/** What a visitor asked to see wrong with the id_token. */
export type GoogleFault = "none" | "expired" | "unverified" | "foreign";

/** The window that the button opens. */
export function chooserPage(
  accounts: readonly SandboxAccount[],
  clientId: string,
  nonce: string,
  problem: string | null,
): string {
  const fresh = { id: "new", name: "A fresh account", email: "never signed in before" };
  const choices = [...accounts, fresh].map(
    (
      { id, name, email },
      i,
    ) => html`<label class="choice"><input type="radio" name="account" value="${id}" ${i === 0 ? html`checked` : null}>
<span><b>${name}</b><span>${email}</span></span></label>`,
  );
  const body = html`<h1>Choose an account (sandbox)</h1>
<p class="muted">to continue to Strikewise, which has no client id of Google here.</p>
<form class="card" method="post" action="${BASE}/gsi/select">
<input type="hidden" name="client_id" value="${clientId}"><input type="hidden" name="nonce" value="${nonce}">
${problem === null ? null : html`<p class="error" role="alert">${problem}</p>`}
<fieldset><legend>Account</legend>${choices}</fieldset>
<label class="field" for="fault">What should go wrong?</label>
<select id="fault" name="fault"><option value="none">Nothing: sign me in</option>
<option value="expired">The token has expired</option>
<option value="unverified">The email address is not verified</option>
<option value="foreign">The token belongs to another sign-in</option></select>
<div class="buttons"><button type="submit">Continue</button><button class="plain" type="submit" name="cancel" value="1">Cancel</button></div>
</form>`;
  return page("Google", "Choose an account", body, `${BASE}/gsi/chooser.js`);
}

/** Hands the token to the window that opened this one, and closes. @param credential null when the visitor cancelled */
export function deliveryPage(credential: string | null): string {
  const text = credential === null ? "You did not sign in." : "You are signed in.";
  const body = html`<h1>${text}</h1><p class="muted">This window closes by itself; if it stays, close it and go on in Strikewise.</p>
<div id="delivery" data-credential="${credential ?? ""}"></div>`;
  return page("Google", text, body, `${BASE}/gsi/delivery.js`);
}
