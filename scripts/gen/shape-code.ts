/** A schema as JSON has it, as far as answers and questions of ours use it. */
export interface SchemaNode {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly SchemaNode[];
  readonly items?: SchemaNode | readonly SchemaNode[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: boolean | SchemaNode;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
}

/** What a schema says to people: no check reads it. */
const WORDS = new Set(["description", "default", "$id"]);

const CHECKED = new Set([
  ..."type const enum anyOf items minItems maxItems properties required patternProperties".split(" "),
  ..."additionalProperties minProperties maxProperties minLength maxLength pattern".split(" "),
  ..."minimum maximum exclusiveMinimum exclusiveMaximum".split(" "),
  // of a tuple, which is never longer than its items
  "additionalItems",
]);

const ANY_KEY = "^.*$";

/** What a schema says, without its words for people: two that check alike are the same text. */
export function plainSchema(schema: SchemaNode): string {
  const plain = (value: unknown, isNames: boolean): unknown => {
    if (Array.isArray(value)) return value.map((each) => plain(each, false));
    if (typeof value !== "object" || value === null) return value;
    const members = Object.entries(value).filter(([key]) => isNames || !WORDS.has(key));
    return Object.fromEntries(
      members.map(([key, each]) => [
        key,
        plain(each, !isNames && /^(?:properties|patternProperties)$/.test(key)),
      ]),
    );
  };
  return JSON.stringify(plain(schema, false));
}

/** Words that code uses: those of `protocol/http/shapes.ts`, and those of `protocol/http/plain-shapes.ts`. */
export function wordsOf(code: string): {
  readonly made: readonly string[];
  readonly plain: readonly string[];
} {
  const bare = code.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  const found = (words: RegExp): string[] => [...bare.matchAll(words)].map(([word]) => word);
  return {
    made: found(/(?<=PURE__\*\/ )\w+/g),
    plain: found(/\b(?:any|nothing|flag|text|number|integer)\b(?!:)/g),
  };
}

/** A sub-schema that has a name of its own, or null where it is to be written out. */
export type NameOf = (schema: SchemaNode) => string | null;

const pure = (name: string, ...given: readonly string[]): string =>
  `/*#__PURE__*/ ${name}(${given.join(", ")})`;

const nameCode = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

function given(limits: Readonly<Record<string, unknown>>): string | null {
  const said = Object.entries(limits).filter(([, value]) => value !== undefined);
  return said.length === 0 ? null : `{ ${said.map(([name, value]) => `${name}: ${value}`).join(", ")} }`;
}

function textCode({ minLength, maxLength, pattern }: SchemaNode): string {
  const regexp = pattern === undefined ? undefined : String(new RegExp(pattern, "u"));
  const limits = given({ minLength, maxLength, pattern: regexp });
  return limits === null ? "text" : pure("textOf", limits);
}

function numberCode(shape: string, schema: SchemaNode): string {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const limits = given({ minimum, maximum, exclusiveMinimum, exclusiveMaximum });
  return limits === null ? shape : pure("limited", shape, limits);
}

/**
 * Code that makes the shape of a schema, of the words of `protocol/http/shapes.ts`.
 * @param depth how far the code is indented
 * @throws Error for a schema that says what no shape can
 */
export function shapeCode(schema: SchemaNode, depth: number, nameOf: NameOf = () => null): string {
  const unknown = Object.keys(schema).find((key) => !CHECKED.has(key) && !WORDS.has(key));
  if (unknown !== undefined) throw new Error(`gen: no shape knows "${unknown}" of ${JSON.stringify(schema)}`);
  const inner = (each: SchemaNode, deeper = 0): string =>
    nameOf(each) ?? shapeCode(each, depth + deeper, nameOf);

  function membersCode(members: readonly (readonly [string, SchemaNode])[]): string {
    if (members.length === 0) return "{}";
    const indent = "  ".repeat(depth + 1);
    const lines = members.map(([name, each]) => `${indent}${nameCode(name)}: ${inner(each, 1)},\n`);
    return `{\n${lines.join("")}${"  ".repeat(depth)}}`;
  }

  function objectCode(): string {
    const { properties = {}, required = [], patternProperties, additionalProperties } = schema;
    if (typeof additionalProperties === "object")
      throw new Error("gen: no shape knows members of any other name");
    const isClosed = additionalProperties === false;
    const { minProperties: least, maxProperties: most } = schema;
    if (patternProperties !== undefined) {
      const [[pattern, value] = ["", {}], ...more] = Object.entries(patternProperties);
      if (more.length > 0 || Object.keys(properties).length > 0) {
        throw new Error("gen: no shape knows members of several kinds of names");
      }
      const names = pattern === ANY_KEY ? undefined : String(new RegExp(pattern, "u"));
      const limits = given({ names, isClosed: isClosed ? true : undefined, least, most });
      return pure("record", inner(value), ...(limits === null ? [] : [limits]));
    }
    if (most !== undefined) throw new Error("gen: no shape knows the most members of an object");
    const members = Object.entries(properties);
    const optional = members.filter(([name]) => !required.includes(name));
    return pure(
      "object",
      membersCode(members.filter(([name]) => required.includes(name))),
      ...(optional.length > 0 || isClosed || least !== undefined ? [membersCode(optional)] : []),
      ...(isClosed || least !== undefined ? [String(isClosed)] : []),
      ...(least === undefined ? [] : [String(least)]),
    );
  }

  function listCode({ items = {}, minItems, maxItems }: SchemaNode): string {
    if (Array.isArray(items)) return pure("tuple", ...items.map((each: SchemaNode) => inner(each)));
    const limits = maxItems === undefined ? [minItems] : [minItems ?? 0, maxItems];
    return pure(
      "list",
      inner(items as SchemaNode),
      ...limits.filter((each) => each !== undefined).map(String),
    );
  }

  function choiceCode(choices: readonly SchemaNode[]): string {
    const values = choices.map((each) =>
      "const" in each ? [each.const] : each.type === "null" ? [null] : (each.enum ?? []),
    );
    if (values.every((each) => each.length > 0))
      return pure("oneOf", ...values.flat().map((each) => JSON.stringify(each)));
    const others = choices.filter((each) => each.type !== "null");
    const codes = others.map((each) => inner(each));
    const code = codes.length === 1 ? codes[0]! : pure("either", ...codes);
    return others.length < choices.length ? pure("orNull", code) : code;
  }

  if (schema.anyOf !== undefined) return choiceCode(schema.anyOf);
  if ("const" in schema) return pure("oneOf", JSON.stringify(schema.const));
  if (schema.enum !== undefined) return pure("oneOf", ...schema.enum.map((each) => JSON.stringify(each)));
  switch (schema.type) {
    case undefined:
      return "any";
    case "null":
      return "nothing";
    case "boolean":
      return "flag";
    case "string":
      return textCode(schema);
    case "number":
    case "integer":
      return numberCode(schema.type, schema);
    case "array":
      return listCode(schema);
    case "object":
      return objectCode();
    default:
      throw new Error(`gen: no shape knows the type ${schema.type}`);
  }
}
