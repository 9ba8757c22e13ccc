import type { Outcome } from "./grants.ts";
import { html, type Markup, page } from "./page.ts";
import type { SandboxAccount } from "./sandbox-accounts.ts";

/** What a provider's own pages call things. */
export interface ProviderWords {
  /** "Zerodha" */
  readonly name: string;
  readonly password: string;
  readonly pin: string;
}

const OUTCOMES: readonly (readonly [Outcome, string])[] = [
  ["ok", "Nothing: sign me in"],
  ["wrong_password", "The password is wrong"],
  ["wrong_pin", "The PIN or app code is wrong"],
  ["too_many", "Signed in on too many devices at the broker"],
  ["expired", "The token has expired when it comes back"],
  ["down", "The broker goes down meanwhile"],
  ["nonsense", "The broker answers something unreadable"],
];

/** The value stands in a form field; a real password never does. */
const NOT_A_PASSWORD = "sandbox";

function choice(account: { id: string; name: string; about: string }, isChosen: boolean): Markup {
  return html`<label class="choice"><input type="radio" name="account" value="${account.id}" ${isChosen ? html`checked` : null}>
<span><b>${account.name}</b><span>${account.id === "new" ? "" : `${account.id}: `}${account.about}</span></span></label>`;
}

function error(text: string | null): Markup | null {
  return text === null ? null : html`<p class="error" role="alert">${text}</p>`;
}

/** First page: who signs in, and what should go wrong. @param chosen id of the account that is ticked, the first unless given */
export function whoPage(
  words: ProviderWords,
  flow: string,
  accounts: readonly SandboxAccount[],
  action: string,
  problem: string | null,
  chosen = accounts[0]?.id,
): string {
  const choices = accounts.map((account) => choice(account, account.id === chosen));
  const fresh = choice(
    { id: "new", name: "A fresh account", about: "never signed in before, no position" },
    chosen === "new",
  );
  const outcomes = OUTCOMES.map(([value, text]) => html`<option value="${value}">${text}</option>`);
  const body = html`<h1>Sign in to ${words.name} (sandbox)</h1>
<p class="muted">Strikewise has no keys of ${words.name} here, so this stand-in plays its part. Choose who you are.</p>
<form class="card" method="post" action="${action}">
<input type="hidden" name="flow" value="${flow}">
${error(problem)}
<fieldset><legend>Account</legend>${choices}${fresh}</fieldset>
<label class="field" for="password">${words.password}</label>
<input id="password" type="text" name="password" value="${NOT_A_PASSWORD}" readonly autocomplete="off" aria-describedby="hint">
<p class="hint" id="hint">Filled in already. Do not use a real password here.</p>
<label class="field" for="outcome">What should go wrong?</label>
<select id="outcome" name="outcome">${outcomes}</select>
<div class="buttons"><button type="submit">Continue</button><button class="plain" type="submit" name="cancel" value="1">Cancel</button></div>
</form>`;
  return page(words.name, "Sign in", body);
}

/** Second page: the second factor and the consent. */
export function consentPage(
  words: ProviderWords,
  flow: string,
  account: SandboxAccount,
  action: string,
  problem: string | null,
): string {
  const body = html`<h1>Allow Strikewise to use this account?</h1>
<p class="muted">${account.name}, ${account.id}</p>
<form class="card" method="post" action="${action}">
<input type="hidden" name="flow" value="${flow}">
${error(problem)}
<p>Strikewise will be able to:</p>
<ul><li>see your name, email address and client id</li><li>see positions, orders and funds</li>
<li>place and change orders, only when you tell it to</li></ul>
<label class="field" for="pin">${words.pin}</label>
<input id="pin" type="text" name="pin" value="000000" readonly autocomplete="off" inputmode="numeric" aria-describedby="hint">
<p class="hint" id="hint">Filled in already. Any real code stays with you.</p>
<div class="buttons"><button type="submit" name="decision" value="allow">Allow</button>
<button class="plain" type="submit" name="decision" value="deny">Deny</button></div>
</form>`;
  return page(words.name, "Allow access", body);
}

/** A dead end of the provider's own: a bad link, a lost page; with the way back to the product. */
export function problemPage(words: ProviderWords, title: string, text: string, back: string): string {
  const body = html`<h1>${title}</h1>
<div class="card"><p class="error" role="alert">${text}</p>
<div class="buttons"><a class="button plain" href="${back}">Back to Strikewise</a></div></div>`;
  return page(words.name, title, body);
}
