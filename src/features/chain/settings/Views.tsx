import { Pencil, Plus, RotateCcw, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import {
  BUILT_IN_IDS,
  type ChainSettings,
  DEFAULT_CHAIN_SETTINGS,
  isBuiltIn,
  type KeptView,
  MOST_NAME_LENGTH,
  resetView,
} from "#domain/chain/settings.ts";
import { createView, deleteView, orderViews, renameView, restoreView } from "#domain/chain/view-edits.ts";
import { Button } from "../../../components/button/Button.tsx";
import { showToast } from "../../../components/toast/toast.ts";
import { session } from "../../../session/session-state.ts";
import { isKnown, subjectOf } from "../../../session/subject.ts";
import { OrderList } from "./OrderList.tsx";
import { pageSettings } from "./page-settings.ts";
import css from "./SettingsPanel.module.css";
import { TEXTS } from "./texts.ts";
import { nameOf } from "./view-name.ts";

const { views: WORDS } = TEXTS;
const USUAL_VIEW = DEFAULT_CHAIN_SETTINGS.view;
const icon = { size: 14, strokeWidth: 1.5, "aria-hidden": true } as const;

interface Props {
  readonly settings: ChainSettings;
  /** id of the view on screen */
  readonly view: string;
  readonly onView: (view: string) => void;
}

interface NameFormProps {
  readonly name: string;
  readonly onDone: (name: string | null) => void;
}

function NameForm({ name, onDone }: NameFormProps) {
  const [typed, setTyped] = useState(name);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onDone(typed);
  };
  return (
    <form className={css.naming} onSubmit={submit}>
      <input
        className={css.name}
        aria-label={WORDS.nameField}
        value={typed}
        maxLength={MOST_NAME_LENGTH}
        // biome-ignore lint/a11y/noAutofocus: it was asked for by the press before
        autoFocus
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          // The panel stays open.
          event.stopPropagation();
          onDone(null);
        }}
      />
      <Button size="small" type="submit" disabled={typed.trim() === ""}>
        {WORDS.save}
      </Button>
      <Button size="small" variant="quiet" onClick={() => onDone(null)}>
        {WORDS.cancel}
      </Button>
    </form>
  );
}

/** Which view is on screen, and what can be done to it: the trader's own are made, named, put in order and deleted here. */
export function Views({ settings, view, onView }: Props) {
  const [naming, setNaming] = useState<"create" | "rename" | null>(null);
  const [removed, setRemoved] = useState<{ readonly view: KeptView; readonly at: number } | null>(null);
  const name = nameOf(settings, view);
  const isOwn = !isBuiltIn(view);
  const isChanged = settings.views.some(({ id }) => id === view);
  const own = settings.views.filter(({ id }) => !isBuiltIn(id));

  const named = (typed: string | null): void => {
    const asked = naming;
    setNaming(null);
    if (typed === null) return;
    if (asked === "rename") return pageSettings.change((now) => renameView(now, view, typed));
    const made = createView(pageSettings.settings, view, typed, isKnown(session) ? subjectOf(session) : null);
    if (made === null) return showToast(WORDS.full, { tone: "warning" });
    pageSettings.change(() => made.settings);
    onView(made.id);
  };

  const remove = (): void => {
    const at = settings.views.findIndex(({ id }) => id === view);
    const gone = settings.views[at];
    if (gone === undefined) return;
    setRemoved({ view: gone, at });
    pageSettings.change((now) => deleteView(now, view));
    onView(USUAL_VIEW);
  };

  const choice = (id: string, text: string) => (
    <label className={css.view} data-chosen={id === view ? "" : undefined}>
      <input type="radio" name="chain-view" checked={id === view} onChange={() => onView(id)} />
      <span className={css.orderName}>{text}</span>
    </label>
  );
  return (
    <section className={css.section} aria-label={WORDS.name}>
      <h3 className={css.sectionTitle}>{WORDS.name}</h3>
      <div className={css.builtIn}>
        {BUILT_IN_IDS.map((id) => (
          <div key={id}>{choice(id, WORDS.builtIn[id])}</div>
        ))}
      </div>
      {own.length === 0 ? null : (
        <OrderList
          label={WORDS.own}
          items={own}
          onOrder={(ids) => pageSettings.change((now) => orderViews(now, ids))}
          render={({ id, name: text }) => choice(id, text)}
        />
      )}
      {naming === null ? (
        <div className={css.actions}>
          <Button size="small" onClick={() => setNaming("create")}>
            <Plus {...icon} /> {WORDS.create}
          </Button>
          {isOwn ? (
            <Button size="small" variant="quiet" onClick={() => setNaming("rename")}>
              <Pencil {...icon} /> {WORDS.rename}
            </Button>
          ) : null}
          {isChanged ? (
            <Button
              size="small"
              variant="quiet"
              onClick={() => pageSettings.change((now) => resetView(now, view) ?? now)}
            >
              <RotateCcw {...icon} /> {WORDS.reset}
            </Button>
          ) : null}
          {isOwn ? (
            <Button size="small" variant="quiet" onClick={remove}>
              <Trash2 {...icon} /> {WORDS.remove}
            </Button>
          ) : null}
        </div>
      ) : (
        <NameForm name={naming === "rename" ? name : WORDS.createdFrom(name)} onDone={named} />
      )}
      {removed === null ? null : (
        <p className={css.removed} role="status">
          {WORDS.removed(removed.view.name)}
          <Button
            size="small"
            variant="quiet"
            onClick={() => {
              if (restoreView(settings, removed.view, removed.at) === settings)
                return showToast(WORDS.full, { tone: "warning" });
              setRemoved(null);
              pageSettings.change((now) => restoreView(now, removed.view, removed.at));
            }}
          >
            {WORDS.undo}
          </Button>
        </p>
      )}
      <label className={css.check}>
        <input
          type="checkbox"
          checked={settings.view === view}
          // Some view has to be the first: where no other is, it is that of the last prices.
          disabled={settings.view === view && view === USUAL_VIEW}
          onChange={(event) => {
            const first = event.target.checked ? view : USUAL_VIEW;
            pageSettings.change((now) => ({ ...now, view: first }));
          }}
        />
        {WORDS.first(name)}
      </label>
    </section>
  );
}
