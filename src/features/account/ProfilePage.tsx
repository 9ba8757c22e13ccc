import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { useSnapshot } from "valtio";
import { buttonClass } from "../../components/button/Button.tsx";
import { Dialog } from "../../components/dialog/Dialog.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import { type SessionState, session } from "../../session/session-state.ts";
import { subjectOf } from "../../session/subject.ts";
import { useAddress } from "../../shared/page/use-address.ts";
import css from "./account.module.css";
import { DevicesTab } from "./DevicesTab.tsx";
import { brokerOf, planText, priceText } from "./facts/account-facts.ts";
import { Overview } from "./Overview.tsx";
import { PlanShelf } from "./PlanShelf.tsx";
import { PlansTab } from "./PlansTab.tsx";
import { PreferencesTab } from "./PreferencesTab.tsx";
import { PROFILE_TABS, type ProfileTab, profileAddress, tabAddress } from "./profile-tab.ts";
import { TEXTS } from "./texts.ts";

/** Account, plans, devices and preferences; the open tab is in the address. */
export function ProfilePage() {
  const { tab, isUpgrading, corrected } = useAddress(profileAddress);
  const state = useSnapshot(session) as SessionState;
  const { history } = useRouter();
  const { profile } = state;
  const subject = subjectOf(state);
  useEffect(() => {
    if (corrected !== null) history.replace(corrected);
  }, [corrected, history]);
  if (profile === null || subject === null) return null;

  return (
    <main className={css.page}>
      <header className={css.head}>
        <span className={css.initial} aria-hidden="true">
          {profile.name.charAt(0) || "?"}
        </span>
        <div className={css.who}>
          <h1>{profile.name || profile.external_user_id}</h1>
          <p>
            {brokerOf(profile)?.displayName} · {planText(profile)} · {priceText(profile)}
          </p>
        </div>
        <PageLink className={buttonClass("quiet")} to="/logout">
          {TEXTS.logOut}
        </PageLink>
      </header>
      <Tabs selectedKey={tab} onSelectionChange={(key) => history.push(tabAddress(key as ProfileTab))}>
        <TabList className={css.tabList ?? ""} aria-label={TEXTS.profile.tabList}>
          {PROFILE_TABS.map((name) => (
            <Tab key={name} id={name} className={css.tab ?? ""}>
              {TEXTS.profile.tabs[name]}
            </Tab>
          ))}
        </TabList>
        <TabPanel id="overview" className={css.panel ?? ""}>
          <Overview />
        </TabPanel>
        <TabPanel id="plans" className={css.panel ?? ""}>
          <PlansTab onUpgrade={() => history.push(`${tabAddress("plans")}&upgrade=true`)} />
        </TabPanel>
        <TabPanel id="devices" className={css.panel ?? ""}>
          <DevicesTab />
        </TabPanel>
        <TabPanel id="preferences" className={css.panel ?? ""}>
          <PreferencesTab />
        </TabPanel>
      </Tabs>
      <Dialog
        title={TEXTS.profile.upgrade}
        size="medium"
        isOpen={isUpgrading}
        onClose={() => history.replace(tabAddress("plans"))}
      >
        <PlanShelf broker={subject.broker} />
      </Dialog>
    </main>
  );
}
