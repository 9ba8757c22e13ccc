import { Fragment, type ReactNode } from "react";
import { LOCALES } from "#domain/language.ts";
import { LANGUAGE } from "../../browser/language.ts";

export { inLanguage } from "../../browser/language.ts";

let numbers: Intl.NumberFormat | undefined;
let plurals: Intl.PluralRules | undefined;

/** "1,00,000", as the language writes it. */
export function numberText(value: number): string {
  numbers ??= new Intl.NumberFormat(LOCALES[LANGUAGE]);
  return numbers.format(value);
}

type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** The number with the form that the language has for it: "1 day", "7 days". */
export function countText(count: number, forms: Forms): string {
  plurals ??= new Intl.PluralRules(LOCALES[LANGUAGE]);
  return `${numberText(count)} ${forms[plurals.select(count)] ?? forms.other}`;
}

type PartsOf<Text extends string> = Text extends `${string}{${infer Part}}${infer Rest}`
  ? Part | PartsOf<Rest>
  : never;

/** A text around links and the like, which stand in it as `{name}`, where the language wants them. */
export interface RichText<Part extends string> {
  readonly text: string;
  /** for the compiler alone */
  readonly part?: Part;
}

export const rich = <const Text extends string>(text: Text): RichText<PartsOf<Text>> => ({ text });

interface RichProps<Part extends string> {
  readonly of: RichText<Part>;
  readonly parts: Readonly<Record<Part, ReactNode>>;
}

/** Shows a rich text, with its parts in their places. */
export function Rich<Part extends string>({ of: { text }, parts }: RichProps<Part>): ReactNode {
  const byName: Readonly<Record<string, ReactNode>> = parts;
  return text.split(/\{(\w+)\}/).map((piece, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text keep their places
    <Fragment key={i}>{i % 2 === 0 ? piece : byName[piece]}</Fragment>
  ));
}
