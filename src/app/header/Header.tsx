import { ChevronDown, Menu, Search } from "lucide-react";
import { Suspense, useRef } from "react";
import { useSnapshot } from "valtio";
import { PAGE_PATHS } from "#domain/access/page-paths.ts";
import { whenDrawn } from "../../browser/when-idle.ts";
import { lazily } from "../../components/lazily.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import { optional } from "../../components/optional.ts";
import { session } from "../../session/session-state.ts";
import { openPicker, type ShellMenu, shell } from "../../shared/shell-state.ts";
import { HealthDot } from "../HealthDot.tsx";
import { AccountCorner } from "./AccountCorner.tsx";
import css from "./Header.module.css";
import { TEXTS } from "./texts.ts";

/** A chain's figures come before it. */
const themeButtonMayCome = () =>
  location.pathname === PAGE_PATHS["option-chain"] ? whenDrawn() : Promise.resolve();
const ThemeButton = optional(() =>
  themeButtonMayCome()
    .then(() => import("./theme/ThemeButton.tsx"))
    .then((m) => m.ThemeButton),
);
const loadMenu = () => import("./menus/NavMenu.tsx");
const NavMenu = lazily(() => loadMenu().then((m) => m.NavMenu));
const NavDrawer = lazily(() => import("./menus/NavDrawer.tsx").then((m) => m.NavDrawer));

function MenuButton({ name, label }: { readonly name: ShellMenu; readonly label: string }) {
  const { menu } = useSnapshot(shell);
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = menu === name;
  return (
    <li className={css.entry}>
      <button
        ref={button}
        type="button"
        className={css.link}
        aria-expanded={isOpen}
        onPointerEnter={() => void loadMenu()}
        onClick={() => {
          shell.menu = isOpen ? null : name;
        }}
      >
        {label}
        <ChevronDown size={14} strokeWidth={1.5} aria-hidden="true" />
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <NavMenu name={name} button={button} />
        </Suspense>
      ) : null}
    </li>
  );
}

function Entry({ to, label, tag }: { readonly to: string; readonly label: string; readonly tag?: string }) {
  // What visitors never have is greyed for them (a test holds these three to the access matrix).
  const isVisitor = useSnapshot(session).phase === "anonymous" && to !== "/home";
  return (
    <li className={css.entry}>
      <PageLink
        to={to}
        className={css.link}
        {...(isVisitor && { "data-muted": "", title: TEXTS.loginToOpen })}
      >
        {label}
        {tag ? <span className={css.tag}>{tag}</span> : null}
      </PageLink>
    </li>
  );
}

/** The bar over every page: where one can go, what one can look for, how the connection stands, and who is here. */
export function Header() {
  const { drawerOpen } = useSnapshot(shell);
  return (
    <header className={css.bar}>
      <button
        type="button"
        className={css.burger}
        aria-label={TEXTS.drawer}
        aria-expanded={drawerOpen}
        onClick={() => {
          shell.drawerOpen = true;
        }}
      >
        <Menu size={18} strokeWidth={1.5} aria-hidden="true" />
      </button>
      <PageLink to="/home" className={css.brand} aria-label={TEXTS.brand}>
        <img src="/icon.svg" width={20} height={20} alt="" />
        <span>Strikewise</span>
      </PageLink>
      <nav className={css.nav} aria-label={TEXTS.nav}>
        <ul>
          <Entry to="/home" label={TEXTS.entries.home} />
          <MenuButton name="analyse" label={TEXTS.menus.analyse} />
          <MenuButton name="trade" label={TEXTS.menus.trade} />
          <Entry to="/positions" label={TEXTS.entries.positions} />
          <Entry to="/stocks-watchlist" label={TEXTS.entries.watchlist} tag={TEXTS.new} />
          <Entry to="/orders" label={TEXTS.entries.orders} />
          <MenuButton name="more" label={TEXTS.menus.more} />
        </ul>
      </nav>
      <button
        type="button"
        className={css.search}
        aria-label={TEXTS.searchEverything}
        aria-keyshortcuts="/ Control+K"
        onClick={openPicker}
      >
        <Search size={14} strokeWidth={1.5} aria-hidden="true" />
        <span className={css.searchText}>{TEXTS.search}</span>
        <kbd>{TEXTS.searchKeys}</kbd>
      </button>
      <HealthDot />
      <span className={css.theme}>
        <Suspense fallback={null}>
          <ThemeButton />
        </Suspense>
      </span>
      <AccountCorner />
      {drawerOpen ? (
        <Suspense fallback={null}>
          <NavDrawer />
        </Suspense>
      ) : null}
    </header>
  );
}
