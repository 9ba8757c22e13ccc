/**
 * Finds what a reader of the screen would read and no `texts.ts` holds: text between tags, strings of attributes that are
 * read, and any string of two words or more. What stands in comments, imports, selectors, media queries and errors thrown
 * is no text of a page.
 */
import { type ESTree, parseSync, Visitor } from "vite";

/** Attributes whose strings are shown or read out, one word or many. */
const READ = new Set([
  "alt",
  "aria-description",
  "aria-label",
  "aria-placeholder",
  "aria-roledescription",
  "aria-valuetext",
  "heading",
  "label",
  "lead",
  "placeholder",
  "summary",
  "text",
  "title",
]);
/** Lists of words for machines. */
const TECHNICAL = new Set(["className", "d", "placement", "rel", "style", "viewBox"]);

/** Calls whose argument is written in CSS. */
const IN_CSS = new Set(["closest", "matches", "matchMedia", "querySelector", "querySelectorAll"]);

const WORD = /\p{L}/u;
const WORDS = /\p{L}\S*\s+\S*\p{L}/u;
const BRAND = "Strikewise";

const pieces = ({ quasis }: ESTree.TemplateLiteral): string => quasis.map(({ value }) => value.raw).join("…");

interface Span {
  readonly start: number;
  readonly end: number;
}

/** @returns places of texts, as `file:line: text` */
export function textsIn(file: string, code: string): string[] {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found = new Map<number, string>();
  const exempt: Span[] = [];
  const add = (start: number, text: string): void => {
    if (text.trim() !== BRAND) found.set(start, text.trim().replace(/\s+/g, " "));
  };
  /** A string that is shown where it stands: between tags or in an attribute that is read. */
  const addShown = (node: ESTree.Expression | ESTree.JSXEmptyExpression): void => {
    if (node.type === "Literal" && typeof node.value === "string" && WORD.test(node.value))
      add(node.start, node.value);
    else if (node.type === "TemplateLiteral") {
      if (WORD.test(pieces(node))) add(node.start, pieces(node));
    } else if (node.type === "ConditionalExpression") {
      addShown(node.consequent);
      addShown(node.alternate);
    } else if (node.type === "LogicalExpression" || node.type === "BinaryExpression") {
      addShown(node.left as ESTree.Expression);
      addShown(node.right);
    }
  };
  new Visitor({
    JSXText: ({ start, value }) => {
      if (WORD.test(value)) add(start, value);
    },
    JSXElement: ({ children }) => {
      for (const child of children) if (child.type === "JSXExpressionContainer") addShown(child.expression);
    },
    JSXFragment: ({ children }) => {
      for (const child of children) if (child.type === "JSXExpressionContainer") addShown(child.expression);
    },
    JSXAttribute: ({ name, value, start, end }) => {
      const attribute = name.type === "JSXIdentifier" ? name.name : "";
      if (TECHNICAL.has(attribute)) exempt.push({ start, end });
      if (!READ.has(attribute) || value === null) return;
      if (value.type === "Literal" && WORD.test(String(value.value))) add(value.start, String(value.value));
      else if (value.type === "JSXExpressionContainer") addShown(value.expression);
    },
    ImportDeclaration: ({ start, end }) => void exempt.push({ start, end }),
    NewExpression: ({ callee, start, end }) => {
      if (callee.type === "Identifier" && callee.name.endsWith("Error")) exempt.push({ start, end });
    },
    CallExpression: ({ callee, end }) => {
      const called = callee.type === "MemberExpression" ? callee.property : callee;
      if (called.type === "Identifier" && IN_CSS.has(called.name)) exempt.push({ start: callee.end, end });
    },
    Literal: ({ value, start }) => {
      if (typeof value === "string" && WORDS.test(value)) add(start, value);
    },
    TemplateLiteral: (node) => {
      if (WORDS.test(pieces(node))) add(node.start, pieces(node));
    },
  }).visit(program);
  const isExempt = (at: number): boolean => exempt.some(({ start, end }) => start <= at && at < end);
  return [...found]
    .filter(([at]) => !isExempt(at))
    .sort(([a], [b]) => a - b)
    .map(([at, text]) => `${file}:${code.slice(0, at).split("\n").length}: ${text}`);
}
