import { CopyPlus, Save, Share2 } from "lucide-react";
import { Suspense, useState } from "react";
import { useSnapshot } from "valtio";
import { useAnalyzer, useAnalyzerFact } from "../../../analyzer/use-analyzer.tsx";
import { Button } from "../../../components/button/Button.tsx";
import { Dialog } from "../../../components/dialog/Dialog.tsx";
import { optional } from "../../../components/optional.ts";
import head from "../BuilderHead.module.css";
import css from "./Kept.module.css";
import { useKeeping } from "./keeping.ts";
import { marketNow } from "./market-now.ts";
import { NameDialog } from "./NameDialog.tsx";
import { signatureOf } from "./signature.ts";
import { suggestedName } from "./suggested-name.ts";
import { TEXTS } from "./texts.ts";
import { openedOf } from "./unsaved.ts";
import { useSaving } from "./use-saving.ts";

const ShareDialog = optional(() => import("./ShareDialog.tsx").then((m) => m.ShareDialog));

/** Saves the strategy, and shows it to others. */
export function KeepTools() {
  const analyzer = useAnalyzer();
  const instance = useAnalyzerFact((view) => view.instance);
  const { strategy } = useSnapshot(useKeeping());
  const saving = useSaving();
  const [isSharing, setSharing] = useState(false);
  if (instance === null || instance.legs.length === 0) return null;
  const opened = openedOf(instance, { strategy });
  const isChanged = opened !== null && signatureOf(instance, marketNow(analyzer)) !== opened.signature;
  const { isBusy, trouble, question, ask } = saving;
  return (
    <>
      {isChanged ? (
        <span className={css.unsaved} title={TEXTS.unsaved} data-testid="unsaved">
          <span className={css.unsavedText}>{TEXTS.unsaved}</span>
        </span>
      ) : null}
      {trouble === null ? null : (
        <span className={css.trouble} role="alert" data-testid="save-trouble">
          {trouble}
        </span>
      )}
      <span className={css.tools}>
        <Button
          size="small"
          disabled={isBusy || (opened !== null && !isChanged && trouble === null)}
          title={TEXTS.saveTitle}
          onClick={() => (opened === null ? ask("name") : void saving.save(opened))}
          data-testid="save-strategy"
        >
          <Save size={14} strokeWidth={1.5} aria-hidden="true" />
          {isBusy ? TEXTS.saving : opened !== null && !isChanged ? TEXTS.saved : TEXTS.save}
        </Button>
        {opened === null ? null : (
          <button
            type="button"
            className={head.tool}
            aria-label={TEXTS.saveAs}
            title={TEXTS.saveAs}
            onClick={() => ask("name")}
            data-testid="save-as"
          >
            <CopyPlus size={16} strokeWidth={1.5} aria-hidden="true" />
          </button>
        )}
        <button
          type="button"
          className={head.tool}
          aria-label={TEXTS.share}
          title={TEXTS.share}
          aria-haspopup="dialog"
          onClick={() => setSharing(true)}
          data-testid="share-strategy"
        >
          <Share2 size={16} strokeWidth={1.5} aria-hidden="true" />
        </button>
      </span>
      {question === "name" ? (
        <NameDialog
          title={opened === null ? TEXTS.name.title : TEXTS.name.titleAs}
          suggested={suggestedName(instance, analyzer.state.underlying?.symbol ?? instance.underlying)}
          fault={saving.nameFault}
          isBusy={isBusy}
          onSave={(name) => void saving.saveAs(name)}
          onClose={() => ask(null)}
        />
      ) : null}
      {question === "changed" && opened !== null ? (
        <Dialog
          title={TEXTS.changed.title}
          isOpen
          size="auto"
          onClose={() => ask(null)}
          footer={
            <>
              <Button variant="quiet" onClick={() => ask(null)}>
                {TEXTS.changed.cancel}
              </Button>
              <Button
                variant="danger"
                disabled={isBusy}
                onClick={() => void saving.overwrite(opened)}
                data-testid="overwrite"
              >
                {TEXTS.changed.overwrite}
              </Button>
              <Button variant="primary" onClick={() => ask("name")} data-testid="changed-save-as">
                {TEXTS.changed.saveAs}
              </Button>
            </>
          }
        >
          <p>{TEXTS.changed.text(opened.name)}</p>
        </Dialog>
      ) : null}
      {isSharing ? (
        <Suspense fallback={null}>
          <ShareDialog onClose={() => setSharing(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
