/**
 * What does it cost a page to check what the server answers? Checks written from the schemas, beside readers written by hand
 * and beside the schema library itself; the plain alternative is to believe the answer and only parse it.
 */
import { Compile } from "typebox/compile";
import { Value } from "typebox/value";
import { livePrices as livePricesCall } from "#protocol/generated/http/prices.ts";
import { endKite } from "#protocol/generated/http/sign-in.ts";
import { held } from "#protocol/generated/http/subscriptions.ts";
import { isAnswer } from "#protocol/http/call.ts";
import { LivePricesResponse } from "#protocol/http/live-prices.ts";
import { LoginResult } from "#protocol/http/sign-in.ts";
import { SubscriptionsResponse } from "#protocol/http/subscriptions.ts";
import { type Bench, type Context, compare, distribution, goal, type Table } from "./harness.ts";
import { livePrices, loginResult, subscriptions } from "./readers/answers.ts";
import { readLoginResult, readSubscriptions } from "./readers/by-hand.ts";
import { goals } from "./readers/goals.ts";
import { builtBytes } from "./readers/page-code.ts";

const OURS = "written from the schema";
const HAND = "by hand";
const COMPILED = "TypeBox, compiled";
const WALKED = "TypeBox, walked";
const PARSE = "JSON.parse alone";

/** The calls that pages make today. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  account: ["me", "logOut", "devices", "revokeOtherDevices", "revokeDevice"],
  preferences: ["keep"],
  prices: ["marketAccess"],
  "sign-in": [
    "config",
    "endKite",
    "endUpstox",
    "endAngel",
    "beginIcici",
    "endIcici",
    "endGoogle",
    "endOthersAndLogIn",
    "proveApp",
  ],
  subscriptions: ["held", "choose", "update", "startTrial"],
};

const SCHEMAS: Readonly<Record<string, readonly string[]>> = {
  account: ["MeResponse", "LogoutResponse", "SessionsResponse", "SuccessResponse"],
  prices: ["MarketAccessResponse"],
  "sign-in": ["LoginConfig", "LoginResult", "IciciPayload", "AppSessionResponse"],
  subscriptions: ["SubscriptionsResponse", "SubscriptionAddResponse", "TrialResponse"],
};

function exportsOf(folder: string, names: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(names)
    .map(([file, list]) => `export { ${list.join(", ")} } from "#protocol/${folder}/${file}.ts";`)
    .join("\n");
}

/** Does a check some hundred times, and fails where an answer is refused: a reader that reads nothing is quick. */
function repeated(check: () => boolean, times: number): () => number {
  return () => {
    for (let i = 0; i < times; i += 1) if (!check()) throw new Error("an answer of the server is refused");
    return times;
  };
}

interface Subject {
  readonly title: string;
  readonly answer: unknown;
  readonly times: number;
  readonly ours: (answer: unknown) => boolean;
  readonly hand?: (answer: unknown) => unknown;
  readonly schema: typeof LoginResult | typeof SubscriptionsResponse | typeof LivePricesResponse;
}

const SUBJECTS: readonly Subject[] = [
  {
    title: "A sign-in",
    answer: loginResult,
    times: 200,
    ours: (answer) => isAnswer(endKite, answer),
    hand: readLoginResult,
    schema: LoginResult,
  },
  {
    title: "Plans of two years",
    answer: subscriptions,
    times: 50,
    ours: (answer) => isAnswer(held, answer),
    hand: readSubscriptions,
    schema: SubscriptionsResponse,
  },
  {
    title: "Live prices of twelve expiries",
    answer: livePrices,
    times: 1,
    ours: (answer) => isAnswer(livePricesCall, answer),
    schema: LivePricesResponse,
  },
];

async function speed(subject: Subject, context: Context): Promise<Table> {
  const { title, answer, times, ours, hand, schema } = subject;
  const text = JSON.stringify(answer);
  const compiled = Compile(schema);
  const variants = [
    { name: OURS, batch: repeated(() => ours(answer), times) },
    ...(hand === undefined ? [] : [{ name: HAND, batch: repeated(() => hand(answer) !== null, times) }]),
    { name: COMPILED, batch: repeated(() => compiled.Check(answer), times) },
    { name: WALKED, batch: repeated(() => Value.Check(schema, answer), times) },
    { name: PARSE, batch: repeated(() => JSON.parse(text) !== null, times) },
  ];
  const rows = await compare(variants, context, title);
  return {
    title: `${title}, ${(text.length / 1000).toFixed(1)} kB of JSON`,
    key: title,
    unit: "answers/s",
    rows,
    ratios: [...goal(rows, OURS, PARSE, goals.parse), ...goal(rows, OURS, HAND), ...goal(rows, OURS, WALKED)],
  };
}

async function size(): Promise<Table> {
  const sources = {
    [OURS]: exportsOf("generated/http", CALLS),
    [HAND]: 'export * from "./by-hand.ts";',
    [WALKED]: `export { Value } from "typebox/value";\n${exportsOf("http", SCHEMAS)}`,
  };
  const built = await Promise.all(
    Object.entries(sources).map(async ([name, source]) => [name, (await builtBytes(source)) / 1000] as const),
  );
  const kB = Object.fromEntries(built);
  return {
    title: "What a page loads, minified and in Brotli",
    key: "size",
    unit: "kB",
    better: "lower",
    rows: built.map(([name, bytes]) => distribution(name, [bytes])),
    ratios: [
      { what: `${OURS}, all calls of today`, value: kB[OURS]!, ...goals.size },
      { what: `${OURS} / ${HAND}`, value: kB[OURS]! / kB[HAND]!, atMost: 2 },
    ],
  };
}

export const bench: Bench = {
  name: "readers",
  question: "What does it cost a page to check what the server answers?",
  about:
    "Every answer is checked before a page believes it. The checks are written from the schemas of the endpoints, so that no schema library is loaded and nothing is said twice; they tell which member of an answer is wrong.",
  compared: {
    [OURS]:
      "protocol/generated/http, with method and address of every call: all that the schema says is checked",
    [HAND]: "readers as people write them: the fields that a page reads, and nothing else",
    [COMPILED]:
      "code that TypeBox makes while it runs, which a page's content security policy does not allow",
    [WALKED]: "TypeBox reading the schema at every check: what a page could load",
    [PARSE]: "the text of the answer parsed, and believed",
  },
  async run(context) {
    const tables: Table[] = [];
    for (const subject of SUBJECTS) tables.push(await speed(subject, context));
    context.progress("building");
    tables.push(await size());
    return {
      tables,
      notes: ["Readers by hand check less: fields that no page reads pass them, whatever they hold."],
    };
  },
};
