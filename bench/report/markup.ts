const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!);
}

/** HTML with every value escaped; nested `html` and lists of it are taken as they are. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Markup | readonly Markup[];

function textOf(value: Value): string {
  if (value instanceof Markup) return value.text;
  if (typeof value === "string" || typeof value === "number") return escapeHtml(String(value));
  return value.map(({ text }) => text).join("");
}

export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(parts.map((part, i) => (i === 0 ? part : textOf(values[i - 1]!) + part)).join(""));
}

export const raw = (text: string): Markup => new Markup(text);
export const nothing = new Markup("");

/** JSON that cannot end the script element it stands in. */
export function jsonScript(id: string, value: unknown): Markup {
  const json = JSON.stringify(value).replaceAll("<", "\\u003c");
  return new Markup(`<script type="application/json" id="${escapeHtml(id)}">${json}</script>`);
}
