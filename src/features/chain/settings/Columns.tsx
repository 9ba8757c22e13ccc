import { Lock } from "lucide-react";
import { useId, useState } from "react";
import { useSnapshot } from "valtio";
import { requiredLevel } from "#domain/access/features.ts";
import {
  allowedColumns,
  type ChainSettings,
  columnsOf,
  isPremiumToggle,
  mayShowPremium,
  TOGGLE_NAMES,
  type ViewColumnId,
} from "#domain/chain/settings.ts";
import { hasRoomFor, isToggledOn, toggled, withColumns } from "#domain/chain/view-edits.ts";
import { PageLink } from "../../../components/link/PageLink.tsx";
import { showToast } from "../../../components/toast/toast.ts";
import { session } from "../../../session/session-state.ts";
import { isKnown, subjectOf } from "../../../session/subject.ts";
import { TEXTS as OWN } from "../own-columns/texts.ts";
import { TEXTS as CHAIN } from "../texts.ts";
import { OrderList } from "./OrderList.tsx";
import { pageSettings } from "./page-settings.ts";
import css from "./SettingsPanel.module.css";
import { TEXTS } from "./texts.ts";
import { nameOf } from "./view-name.ts";

const WORDS = { ...CHAIN.columns, ...OWN.columns };

/** Why premium columns cannot be chosen, null where they can. */
function useLock(): string | null {
  const known = useSnapshot(session);
  const subject = isKnown(known) ? subjectOf(session) : null;
  if (mayShowPremium(subject) || subject === null) return null;
  if (known.phase !== "signed_in") return TEXTS.columns.lockedVisitor;
  const required = requiredLevel("option_chain", subject.broker);
  return required === "disabled" || required === "hidden"
    ? TEXTS.columns.lockedBroker
    : TEXTS.columns.locked(required === "pro" ? "Pro" : "Lite");
}

interface Props {
  readonly settings: ChainSettings;
  /** id of the view whose columns they are */
  readonly view: string;
}

/** What the view on screen shows, and in which order. */
export function Columns({ settings, view }: Props) {
  const why = useId();
  const lock = useLock();
  const [isOrdering, setOrdering] = useState(false);
  const name = nameOf(settings, view);
  const kept = columnsOf(settings.views, view);
  if (kept === null) return null;
  const columns = lock === null ? kept : allowedColumns(kept, subjectOf(session));
  const keep = (next: readonly ViewColumnId[]): void => {
    if (!hasRoomFor(settings, view)) return showToast(TEXTS.views.full, { tone: "warning" });
    pageSettings.change((now) => withColumns(now, view, next, name));
  };
  return (
    <section className={css.section} aria-label={TEXTS.columns.of(name)}>
      <h3 className={css.sectionTitle}>{TEXTS.columns.of(name)}</h3>
      <div className={css.toggles}>
        {TOGGLE_NAMES.map((toggle) => {
          const isLocked = lock !== null && isPremiumToggle(toggle);
          return (
            <label key={toggle} className={css.check} data-locked={isLocked ? "" : undefined}>
              <input
                type="checkbox"
                checked={isToggledOn(columns, toggle)}
                disabled={isLocked}
                aria-describedby={isLocked ? why : undefined}
                onChange={(event) => keep(toggled(kept, toggle, event.target.checked))}
              />
              {TEXTS.toggles[toggle]}
              {isLocked ? <Lock size={12} strokeWidth={1.5} aria-hidden="true" /> : null}
            </label>
          );
        })}
      </div>
      {lock === null ? null : (
        <p className={css.lock} id={why}>
          <Lock size={12} strokeWidth={1.5} aria-hidden="true" /> {lock}{" "}
          <PageLink to="/pricing">{TEXTS.columns.plans}</PageLink>
        </p>
      )}
      <details className={css.orders} onToggle={(event) => setOrdering(event.currentTarget.open)}>
        <summary>{TEXTS.columns.order}</summary>
        {isOrdering ? (
          <>
            <p className={css.story}>{TEXTS.columns.orderStory}</p>
            <OrderList
              label={TEXTS.columns.orderOf(name)}
              items={kept.map((id) => ({ id, name: WORDS[id].heading }))}
              onOrder={keep}
            />
          </>
        ) : null}
      </details>
    </section>
  );
}
