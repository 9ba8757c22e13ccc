import { definePage } from "../../shared/page/define-page.tsx";

const results = () => import("./result-pages.tsx");

export const LOGIN_PAGES = [
  definePage({
    names: ["login"],
    load: async () => (await import("./LoginPage.tsx")).LoginPage,
  }),
  definePage({ names: ["logout"], load: async () => (await import("./LogoutPage.tsx")).LogoutPage }),
  definePage({
    names: ["too-many-devices"],
    load: async () => (await import("./TooManyDevices.tsx")).TooManyDevices,
  }),
  definePage({ names: ["kite-login-redirect"], load: async () => (await results()).KiteLoginRedirect }),
  definePage({ names: ["kite-login-error"], load: async () => (await results()).KiteLoginError }),
  definePage({ names: ["upstox-login"], load: async () => (await results()).UpstoxLoginRedirect }),
  definePage({ names: ["angel-login"], load: async () => (await results()).AngelLogin }),
  definePage({
    names: ["icici-login", "icici-validate"],
    load: async () => (await results()).IciciLogin,
  }),
  definePage({ names: ["icici-error"], load: async () => (await results()).IciciError }),
  definePage({ names: ["validate-ssb"], load: async () => (await results()).ValidateSsb }),
];
