import { useRouter } from "@tanstack/react-router";
import { ChevronDown, CreditCard, LifeBuoy, LogOut, UserRound } from "lucide-react";
import { Button } from "react-aria-components";
import { useSnapshot } from "valtio";
import { BROKERS, isBrokerId, ZERODHA } from "#domain/access/brokers.ts";
import { Menu, MenuItem } from "../../../components/menu/Menu.tsx";
import { clientIdText, priceText } from "../../../features/account/facts/account-facts.ts";
import { session } from "../../../session/session-state.ts";
import { planName } from "../../../shared/plans/plan-names.ts";
import css from "../AccountMenu.module.css";
import { accountName } from "../account-name.ts";
import { TEXTS as HEADER } from "../texts.ts";
import { TEXTS } from "./texts.ts";

const TARGETS: Readonly<Record<string, string>> = {
  profile: "/profile",
  plan: "/profile?tab=strikewise_plans",
  account: "/account-details",
  support: "/support",
  logout: "/logout",
};

const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;

/** Name, broker and plan of who is signed in, and what is theirs; open, for a press has brought it. */
export function AccountMenu() {
  const { profile } = useSnapshot(session);
  const router = useRouter();
  if (profile === null) return null;
  const { broker_id: id } = profile.broker_details;
  const broker = isBrokerId(id) ? BROKERS[id] : null;
  const plan = planName(profile.subscription_plan.billing_plan_type);
  const name = accountName(profile);
  return (
    <Menu
      label={TEXTS.account.menu}
      isOpenAtFirst
      onAction={(action) => void router.navigate({ href: TARGETS[action] ?? "/profile" })}
      trigger={
        <Button className={css.trigger ?? ""} aria-label={HEADER.accountOf(name)}>
          <span className={css.initial} aria-hidden="true">
            {name.charAt(0).toUpperCase()}
          </span>
          <span className={css.name}>{name}</span>
          <ChevronDown size={14} strokeWidth={1.5} aria-hidden="true" />
        </Button>
      }
      head={
        <div className={css.head}>
          <strong>{name}</strong>
          <span>{[broker?.displayName, clientIdText(profile)].filter(Boolean).join(" · ")}</span>
          <span>{`${plan} · ${priceText(profile)}`}</span>
        </div>
      }
    >
      <MenuItem id="profile" icon={<UserRound {...icon} />}>
        {TEXTS.account.profile}
      </MenuItem>
      {id === ZERODHA ? null : (
        <MenuItem id="plan" icon={<CreditCard {...icon} />}>
          {TEXTS.account.plan}
        </MenuItem>
      )}
      <MenuItem id="support" icon={<LifeBuoy {...icon} />}>
        {TEXTS.account.support}
      </MenuItem>
      <MenuItem id="logout" icon={<LogOut {...icon} />}>
        {TEXTS.account.logout}
      </MenuItem>
    </Menu>
  );
}
