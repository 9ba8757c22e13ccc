// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pageOf } from "#domain/access/pages.ts";
import { devices } from "#protocol/generated/http/account.ts";
import { config } from "#protocol/generated/http/sign-in.ts";
import { AccessBoundary } from "#src/features/gates/AccessBoundary.tsx";
import { keeper } from "#src/session/keeper.ts";
import { session } from "#src/session/session-state.ts";
import { queries } from "#src/shared/answers/query-client.ts";
import { askAgain, useAnswer } from "#src/shared/answers/use-answer.ts";
import { device, json, loginConfig, profile } from "../../support/http/sample-answers.ts";

vi.mock("@tanstack/react-router", () => ({
  useRouter: () => ({ navigate() {} }),
  useRouterState: () => false,
}));

/** Who is signed in by the cookie: what the server answers by, whatever the page believes. */
let cookie = "asha";
/** Answers that are held back until a test lets them go. */
let held: (() => void)[] | null = null;
let isBroken = false;
/** The code that every call is refused with, if any. */
let refusedWith: string | null = null;
const asked: string[] = [];

const answerTo = (path: string): Response =>
  isBroken
    ? json({}, 500)
    : refusedWith !== null
      ? json({ error: { code: refusedWith, message: "No." } }, refusedWith.startsWith("broker") ? 401 : 403)
      : path === "/v1/sessions"
        ? json({ data: [device({ id: `of ${cookie}` })] })
        : json(loginConfig());

vi.stubGlobal("fetch", async ({ url, signal }: Request) => {
  const { pathname } = new URL(url);
  asked.push(`${cookie} ${pathname}`);
  const answer = answerTo(pathname);
  if (held === null) return answer;
  return new Promise<Response>((resolve, reject) => {
    held?.push(() => resolve(answer));
    signal.addEventListener("abort", () => reject(signal.reason));
  });
});

const account = (id: string) => profile({ id });

/** What was on screen, and for which account. */
const shown: { readonly account: string | undefined; readonly devices: readonly string[] | undefined }[] = [];
function Devices(): null {
  const { data } = useAnswer(devices, {}, { select: ({ data }) => data.map(({ id }) => id) });
  shown.push({ account: session.profile?.id, devices: data });
  return null;
}
function Panel(): null {
  useAnswer(config, {}, { isForAll: true });
  return null;
}

let root: Root;
const rest = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 5))));
const show = async (page: React.ReactNode) => {
  await act(async () => root.render(page));
  await rest();
};
const signIn = async (id: string) => {
  cookie = id;
  await act(async () => keeper.signedIn(account(id)));
  await rest();
};

beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  root = createRoot(document.createElement("div"));
  held = null;
  isBroken = false;
  refusedWith = null;
  queries.clear();
  await signIn("asha");
  shown.length = 0;
  asked.length = 0;
});
afterEach(() => act(async () => root.unmount()));

const wrong = () =>
  shown.filter(({ account: id, devices: list }) => list?.some((name) => name !== `of ${id}`));
const keys = () =>
  JSON.stringify(
    queries
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey),
  );

test("an answer is shared and kept; what has changed is asked again", async () => {
  await show([<Devices key="1" />, <Devices key="2" />]);
  await show(null);
  await show(<Devices />);
  expect(asked).toEqual(["asha /v1/sessions"]);
  expect(shown.at(-1)?.devices).toEqual(["of asha"]);
  await act(() => askAgain(devices));
  expect(asked).toHaveLength(2);
});

test("another account never sees an answer of the last one, kept or on its way", async () => {
  await show(<Devices />);
  await signIn("ravi");
  expect(shown.at(-1)).toEqual({ account: "ravi", devices: ["of ravi"] });
  expect(keys()).toBe('[["account","ravi","GET /v1/sessions",{}]]');

  held = [];
  await act(() => void askAgain(devices));
  await rest();
  const late = held;
  held = null;
  await signIn("asha");
  for (const go of late) go();
  await rest();
  expect(shown.at(-1)).toEqual({ account: "asha", devices: ["of asha"] });
  expect(keys()).not.toContain("ravi");
  expect(wrong()).toEqual([]);
});

test("the same account that comes back after another asks anew", async () => {
  await show(<Devices />);
  await signIn("ravi");
  await signIn("asha");
  expect(asked).toEqual(["asha /v1/sessions", "ravi /v1/sessions", "asha /v1/sessions"]);
  expect(wrong()).toEqual([]);
});

test("nothing of an account is left after signing out", async () => {
  await show(<Devices />);
  await show(null);
  await act(async () => keeper.signedOut());
  expect(keys()).toBe("[]");
});

test("until it is known who is signed in nothing of an account is asked, only what is the same for all", async () => {
  session.phase = "loading";
  await show([<Devices key="1" />, <Panel key="2" />]);
  expect(asked).toEqual(["asha /v1/login_config"]);
  await signIn("ravi");
  expect(asked).toEqual(["asha /v1/login_config", "ravi /v1/sessions"]);
});

test("a text of a rule stands in place of the call's own", async () => {
  const texts: unknown[] = [];
  function Failing(): null {
    texts.push(useAnswer(devices, {}, { failedText: "Devices fetch failed" }).error?.message);
    return null;
  }
  isBroken = true;
  await show(<Failing />);
  expect(texts.at(-1)).toBe("Devices fetch failed");
});

const PAGE = pageOf("profile");
/** What stands there, as it is when asked. */
const screenOf = async (content: React.ReactNode): Promise<() => string> => {
  const host = document.createElement("div");
  root = createRoot(host);
  await show(
    <AccessBoundary page={PAGE} key={Math.random()}>
      {content}
      <p>The page</p>
    </AccessBoundary>,
  );
  return () => host.textContent;
};
/** The screen's code comes when it is needed. */
const WAIT = { timeout: 10_000 };

test.each([
  ["access.denied", "This account may not open this page"],
  ["broker.rejected", "Your broker no longer vouches for this login"],
])(
  "[ACC-16] a page whose call is refused with %s says so, and asks anew when it is opened again",
  async (code, heading) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    refusedWith = code;
    const refused = await screenOf(<Devices />);
    await vi.waitFor(async () => {
      await rest();
      expect(refused()).toContain(heading);
    }, WAIT);
    refusedWith = null;
    expect((await screenOf(<Devices />))()).toBe("The page");
    expect(asked.filter((each) => each.endsWith("/v1/sessions")).length).toBeGreaterThanOrEqual(2);
  },
);

test("[ACC-16] what is asked beside a page closes none, and neither does a plan that is too low", async () => {
  function Beside(): null {
    useAnswer(devices, {}, { isAside: true });
    return null;
  }
  refusedWith = "access.denied";
  expect((await screenOf(<Beside />))()).toBe("The page");
  queries.clear();
  refusedWith = "access.upgrade_needed";
  expect((await screenOf(<Devices />))()).toBe("The page");
});
