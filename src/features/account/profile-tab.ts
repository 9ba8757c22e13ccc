/** Tabs of the profile page, as its address names them. */
export const PROFILE_TABS = ["overview", "plans", "devices", "preferences"] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];

export interface ProfileAddress {
  readonly tab: ProfileTab;
  /** the address asks for the upgrade flow */
  readonly isUpgrading: boolean;
  /** the address as it should read; null when it reads so already */
  readonly corrected: string | null;
}

/** The plans tab of old addresses (rule PLAN-15). */
const OLD_PLANS = "strikewise_plans";

export function profileAddress(address: URLSearchParams): ProfileAddress {
  const params = new URLSearchParams(address);
  const asked = params.get("tab");
  const isOld = asked === OLD_PLANS;
  const isUpgrading = params.get("upgrade") === "true";
  const tab = isOld ? "plans" : PROFILE_TABS.find((name) => name === asked);
  if (isOld) params.set("tab", "plans");
  // An upgrade without a tab is about plans.
  return {
    tab: tab ?? (isUpgrading ? "plans" : "overview"),
    isUpgrading,
    corrected: isOld ? `/profile?${params}` : null,
  };
}

export function tabAddress(tab: ProfileTab): string {
  return tab === "overview" ? "/profile" : `/profile?tab=${tab}`;
}
