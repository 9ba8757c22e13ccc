import { ChevronDown } from "lucide-react";
import { Suspense, useState } from "react";
import { useSnapshot } from "valtio";
import { lazily } from "../../components/lazily.tsx";
import { openLogin } from "../../session/login-panel.ts";
import { session } from "../../session/session-state.ts";
import menu from "./AccountMenu.module.css";
import { accountName } from "./account-name.ts";
import css from "./Header.module.css";
import { TEXTS } from "./texts.ts";

const loadMenu = () => import("./menus/AccountMenu.tsx");
const AccountMenu = lazily(() => loadMenu().then((m) => m.AccountMenu));

/** What opens the menu: plain until it is pressed, for the menu's code is as large as a page's. */
function MenuButton({ onPress }: { readonly onPress: () => void }) {
  const { profile } = useSnapshot(session);
  const name = accountName(profile);
  return (
    <button
      type="button"
      className={menu.trigger}
      aria-label={TEXTS.accountOf(name)}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void loadMenu()}
      onFocus={() => void loadMenu()}
      onClick={onPress}
    >
      <span className={menu.initial} aria-hidden="true">
        {name.charAt(0).toUpperCase()}
      </span>
      <span className={menu.name}>{name}</span>
      <ChevronDown size={14} strokeWidth={1.5} aria-hidden="true" />
    </button>
  );
}

/** The account that is signed in, or the way in. Its place is kept until that is known. */
export function AccountCorner() {
  const { phase } = useSnapshot(session);
  const [isPressed, setPressed] = useState(false);
  const button = <MenuButton onPress={() => setPressed(true)} />;
  return (
    <div className={css.corner}>
      {phase === "anonymous" ? (
        <button type="button" className={css.login} onClick={() => openLogin()}>
          {TEXTS.login}
        </button>
      ) : null}
      {phase === "signed_in" ? (
        isPressed ? (
          <Suspense fallback={button}>
            <AccountMenu />
          </Suspense>
        ) : (
          button
        )
      ) : null}
    </div>
  );
}
