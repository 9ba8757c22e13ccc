import { describe, expect, it } from "vitest";
import { cycles, faults, importsOf } from "../../scripts/layers.ts";

/** One file with one import, in a tree where nothing else is. */
const planted = (file: string, statement: string): string[] => faults(new Map([[file, statement]]));

describe("an import against a path's promise is found", () => {
  const violations: readonly [rule: string, file: string, statement: string, says: string][] = [
    [
      "domain knows nothing else",
      "domain/chain/pcr.ts",
      'import { x } from "#protocol/version.ts"',
      "domain may not",
    ],
    [
      "protocol knows no analysis",
      "protocol/http/margin.ts",
      'import { x } from "#analysis/margin-answer.ts"',
      "protocol may not import analysis",
    ],
    [
      "wasm takes no code of domain",
      "wasm/load-kernel.ts",
      'import { x } from "#domain/pricing/kernel-port.ts"',
      'write "import type"',
    ],
    [
      "wasm takes no type of domain in a way that loads it",
      "wasm/load-kernel.ts",
      'import { type X } from "#domain/pricing/kernel-port.ts"',
      'write "import type"',
    ],
    [
      "pages know a worker by its api",
      "src/live/engine.ts",
      'import { x } from "#workers/engine/engine.ts"',
      "by its api.ts",
    ],
    ["pages know no server", "src/app/main.tsx", 'import "#server/main.ts"', "src may not import server"],
    [
      "a layer is crossed in the open",
      "src/live/engine.ts",
      'import type { X } from "../../domain/errors.ts"',
      "#layer",
    ],
    [
      "the assembly knows the layout alone",
      "wasm/assembly/index.ts",
      'import { X } from "../../domain/units"',
      "layout only",
    ],
    [
      "a feature knows no app",
      "src/features/chain/Chain.tsx",
      'import { x } from "../../app/router.tsx"',
      "src/app",
    ],
    [
      "a feature knows no other feature",
      "src/features/chain/Chain.tsx",
      'import { x } from "../home/Home.tsx"',
      "chain may not import home",
    ],
    [
      "a component knows no session",
      "src/components/menu/Menu.tsx",
      'import { x } from "../../session/keeper.ts"',
      "src/components may not import src/session",
    ],
    [
      "a component knows no live market",
      "src/components/menu/Menu.tsx",
      'import { x } from "../../live/engine.ts"',
      "src/components may not import src/live",
    ],
    [
      "calls know no session",
      "src/api/api.ts",
      'import { x } from "../session/keeper.ts"',
      "src/api may not import src/session",
    ],
    [
      "brokers know no stand-in",
      "server/brokers/kite.ts",
      'import { x } from "../standins/apps.ts"',
      "server/brokers may not import server/standins",
    ],
    [
      "identity knows no stand-in",
      "server/identity/auth.ts",
      'import { x } from "../standins/apps.ts"',
      "server/identity may not import server/standins",
    ],
    [
      "the bus knows no role",
      "server/market/bus/bus-messages.ts",
      'import type { X } from "../feed/source.ts"',
      "server/market/bus may not",
    ],
    [
      "the platform's bus knows no market",
      "server/platform/bus/bus.ts",
      'import { x } from "../../market/feed/feed.ts"',
      "server/platform may not import server/market",
    ],
    [
      "roles meet on the bus",
      "server/market/relay/relay.ts",
      'import { x } from "../feed/feed.ts"',
      "server/market/relay may not",
    ],
    [
      "a capability knows no other",
      "server/capabilities/charts/routes.ts",
      'import { x } from "../prices/routes.ts"',
      "charts may not import prices",
    ],
    [
      "a capability knows no role",
      "server/capabilities/charts/routes.ts",
      'import { x } from "../../roles/api.ts"',
      "server/capabilities may not import server/roles",
    ],
    [
      "the platform knows nothing of trading",
      "server/platform/http/app.ts",
      'import { x } from "#domain/access/brokers.ts"',
      "nothing of trading",
    ],
    [
      "nor does it know prices",
      "server/platform/store/database.ts",
      'import type { X } from "#protocol/http/quotes.ts"',
      "nothing of trading",
    ],
  ];
  it.each(violations)("%s", (_rule, file, statement, says) => {
    const [first, ...more] = planted(file, statement);
    expect(first).toContain(says);
    expect(more).toEqual([]);
  });
});

it("what a path allows is let through", () => {
  const allowed: readonly [file: string, statement: string][] = [
    ["wasm/load-kernel.ts", 'import type { X } from "#domain/pricing/kernel-port.ts"'],
    ["src/features/chain/Chain.tsx", 'import { x } from "./columns.ts"'],
    ["src/features/chain/Chain.tsx", 'import { x } from "../../shared/delay/use-delay.ts"'],
    ["src/live/engine.ts", 'import Engine from "../../workers/engine/index.ts?sharedworker"'],
    ["server/platform/http/error-answers.ts", 'import { AppError } from "#domain/errors.ts"'],
    ["server/roles/api.ts", 'import { x } from "../standins/standins.ts"'],
    ["server/capabilities/charts/routes.ts", 'import { x } from "./service.ts"'],
    ["server/market/relay/rooms/room.ts", 'import type { X } from "../clients/client.ts"'],
  ];
  expect(allowed.flatMap(([file, statement]) => planted(file, statement))).toEqual([]);
});

describe("imports are found however they are written", () => {
  it.each([
    ['import type { A } from "./a.ts";', "./a.ts", true],
    ['import { type A, type B } from "./a.ts";', "./a.ts", false],
    ['import { type A, b } from "./a.ts";', "./a.ts", false],
    ['import {\n  a,\n  b,\n} from "./a.ts";', "./a.ts", false],
    ['import * as all from "./a.ts";', "./a.ts", false],
    ['import whole, { part } from "./a.ts";', "./a.ts", false],
    ['import "./a.css";', "./a.css", false],
    ['const a = () => import("./a.ts");', "./a.ts", false],
    ['export { a } from "./a.ts";', "./a.ts", false],
    ['export * from "./a.ts";', "./a.ts", false],
    ['export type { A } from "./a.ts";', "./a.ts", true],
  ])("%s", (text, specifier, isType) => {
    expect(importsOf(text)).toEqual([{ specifier, isType }]);
  });

  it("those in comments are none", () => {
    expect(importsOf('// import "./a.ts"\n/* import { b } from "./b.ts" */\nconst from = "./c.ts";')).toEqual(
      [],
    );
  });
});

describe("circles of files", () => {
  const graph = (...arrows: [string, string][]): Map<string, Set<string>> => {
    const found = new Map<string, Set<string>>();
    for (const [from, to] of arrows) {
      if (!found.has(from)) found.set(from, new Set());
      if (!found.has(to)) found.set(to, new Set());
      found.get(from)!.add(to);
    }
    return found;
  };

  it("are found with all their files, each once", () => {
    expect(cycles(graph(["a", "b"], ["b", "c"], ["c", "a"], ["c", "d"], ["e", "a"]))).toEqual([
      ["a", "b", "c"],
    ]);
  });

  it("are told apart where they share nothing", () => {
    expect(cycles(graph(["a", "b"], ["b", "a"], ["b", "c"], ["c", "d"], ["d", "c"])).sort()).toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
  });

  it("are none where every way ends", () => {
    expect(cycles(graph(["a", "b"], ["a", "c"], ["b", "d"], ["c", "d"]))).toEqual([]);
  });

  it("of types count too", () => {
    const files = new Map([
      ["domain/a.ts", 'import type { B } from "./b.ts"'],
      ["domain/b.ts", 'import { a } from "./a.ts"'],
    ]);
    expect(faults(files)).toEqual(["these import one another in a circle: domain/a.ts, domain/b.ts"]);
  });
});
