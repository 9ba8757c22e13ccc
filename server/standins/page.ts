/** Text made safe for HTML, in elements and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** Markup that is already safe; `html` escapes everything else that is put into it. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Markup | null | readonly Markup[];

function render(part: Part): string {
  if (part === null) return "";
  if (part instanceof Markup) return part.text;
  if (typeof part === "object") return part.map((each) => each.text).join("");
  return escapeHtml(String(part));
}

export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(texts.reduce((all, text, i) => `${all}${render(parts[i - 1] ?? null)}${text}`));
}

/**
 * The sandbox's own plain look, which must not be mistaken for the provider's. Both themes, from 320 px up.
 */
const STYLE = `
:root{color-scheme:light dark;--bg:#f4f5f7;--card:#fff;--text:#16191f;--muted:#565d6b;--line:#cfd4dd;--accent:#0b57d0;
--on-accent:#fff;--warn:#6b4700;--warn-bg:#fff3cd;--error:#b3261e;--error-bg:#fdecea;--pick:#eaf1fd}
@media (prefers-color-scheme:dark){:root{--bg:#121418;--card:#1c2026;--text:#e8eaee;--muted:#a2a9b6;--line:#3b424e;
--accent:#8ab4f8;--on-accent:#10151f;--warn:#ffd98a;--warn-bg:#3a2e10;--error:#ffb4ab;--error-bg:#42191a;--pick:#233046}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
.banner{background:var(--warn-bg);color:var(--warn);padding:.75rem 1rem;text-align:center;font-size:.9375rem;
border-bottom:3px dashed currentColor}
main{max-width:30rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1{font-size:1.375rem;line-height:1.25;margin:0 0 .25rem}
p{margin:0 0 1rem}
.muted{color:var(--muted);font-size:.9375rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1.25rem;margin-top:1rem}
fieldset{border:0;margin:0 0 1.25rem;padding:0;min-width:0}
legend,label.field{display:block;font-weight:600;margin-bottom:.375rem;padding:0}
.choice{display:flex;gap:.625rem;align-items:flex-start;padding:.5rem .75rem;border:1px solid var(--line);
border-radius:.5rem;margin-bottom:.375rem;cursor:pointer;line-height:1.35}
.choice:has(:checked){border-color:var(--accent);background:var(--pick)}
.choice input{margin-top:.2rem;accent-color:var(--accent)}
.choice b{display:block;font-weight:600}
.choice span span{display:block;color:var(--muted);font-size:.875rem;overflow-wrap:anywhere}
input[type=text],input[type=password],select{width:100%;font:inherit;color:inherit;background:var(--bg);
border:1px solid var(--line);border-radius:.5rem;padding:.5rem .75rem;min-height:2.75rem}
input[readonly]{color:var(--muted)}
.hint{color:var(--muted);font-size:.875rem;margin:.25rem 0 1rem}
.buttons{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.25rem}
button,.button{font:inherit;font-weight:600;border-radius:.5rem;border:1px solid var(--accent);background:var(--accent);
color:var(--on-accent);padding:.5rem 1.25rem;min-height:2.75rem;cursor:pointer;text-decoration:none;flex:1 1 8rem;
text-align:center}
button.plain,.button.plain{background:transparent;color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.error{background:var(--error-bg);color:var(--error);border-radius:.5rem;padding:.75rem 1rem;margin:0 0 1rem}
ul{padding-left:1.25rem;margin:0 0 1rem}
li{margin-bottom:.25rem}
`;

/**
 * A page of the sandbox: no script of its own, except files of ours.
 * @param provider as people read it ("Zerodha")
 * @param script path of a script file
 */
export function page(provider: string, title: string, body: Markup, script?: string): string {
  const tag = script === undefined ? "" : `<script src="${escapeHtml(script)}" defer></script>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · ${escapeHtml(provider)} sandbox</title>
<style>${STYLE}</style>${tag}
</head>
<body>
<header class="banner"><strong>Sandbox: this is not ${escapeHtml(provider)}.</strong>
Nothing here is a real account, and no real password belongs here.</header>
<main>
${body.text}
</main>
</body>
</html>
`;
}
