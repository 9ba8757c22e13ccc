import { useEffect, useId, useState } from "react";
import { formatDate } from "#domain/format/date.ts";
import type { SketchPoint } from "#domain/strategy/kept/sketch.ts";
import { open } from "#protocol/generated/http/calls/strategy-links/open.ts";
import type { LinkPreview } from "#protocol/http/strategy-links.ts";
import { api } from "../../../api/site-api.ts";
import { Button, buttonClass } from "../../../components/button/Button.tsx";
import { Dialog } from "../../../components/dialog/Dialog.tsx";
import { PageLink } from "../../../components/link/PageLink.tsx";
import { openLogin } from "../../../session/login-panel.ts";
import { failureOf, type OpeningFailure } from "../opening/failures.ts";
import { TEXTS as FAILED } from "../opening/texts.ts";
import { parseBuilderSearch } from "../search-params.ts";
import css from "./SharedPreview.module.css";
import { TEXTS } from "./texts.ts";

const PLANS = "/profile?tab=strikewise_plans&upgrade=true";
const WIDTH = 400;
const HEIGHT = 120;
const MARGIN = 8;

const xOf = (x: number): number => x * WIDTH;
const yOf = (y: number): number => HEIGHT / 2 - y * (HEIGHT / 2 - MARGIN);

/** The drawing as it was stored: nothing of it is computed here. */
function Drawing({ points }: { readonly points: readonly SketchPoint[] }) {
  const own = useId();
  const line = points.map(([x, y], i) => `${i === 0 ? "M" : "L"}${xOf(x)} ${yOf(y)}`).join("");
  const zero = yOf(0);
  const area = line + ["L", WIDTH, " ", zero, "L0 ", zero, "Z"].join("");
  return (
    <svg
      className={css.sketch}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={TEXTS.payoff}
      data-testid="preview-sketch"
    >
      <clipPath id={`${own}-up`}>
        <rect width={WIDTH} height={yOf(0)} />
      </clipPath>
      <clipPath id={`${own}-down`}>
        <rect y={yOf(0)} width={WIDTH} height={HEIGHT} />
      </clipPath>
      <path className={css.gain} d={area} clipPath={`url(#${own}-up)`} />
      <path className={css.loss} d={area} clipPath={`url(#${own}-down)`} />
      <line className={css.zero} x1="0" x2={WIDTH} y1={yOf(0)} y2={yOf(0)} />
      <path className={css.curve} d={line} />
    </svg>
  );
}

function Stored({ preview }: { readonly preview: LinkPreview }) {
  const { legs, expiries, sketch, needs, kept_on: day } = preview;
  return (
    <div className={css.preview} data-testid="shared-preview">
      {sketch === null ? (
        <p className={css.noSketch}>{TEXTS.noSketch}</p>
      ) : (
        <Drawing points={sketch as readonly SketchPoint[]} />
      )}
      <ul className={css.legs} aria-label={TEXTS.legs}>
        {legs.map(({ tradingsymbol, action }) => (
          <li key={`${action} ${tradingsymbol}`}>
            <span className={css.side} data-side={action}>
              {TEXTS.actions[action]}
            </span>
            {tradingsymbol}
          </li>
        ))}
      </ul>
      <p className={css.about}>
        {[TEXTS.keptOn(formatDate(day)), TEXTS.expiries(expiries.map(formatDate))].join(" · ")}
      </p>
      <p className={css.says}>{TEXTS[needs]}</p>
    </div>
  );
}

type Found =
  | { readonly preview: LinkPreview }
  | { readonly failure: OpeningFailure; readonly retry: () => void };

function usePreview(search: string): Found | null {
  const [found, setFound] = useState<Found | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    const end = new AbortController();
    const id = parseBuilderSearch(new URLSearchParams(search)).wanted?.id ?? "";
    const fail = (failure: OpeningFailure) =>
      setFound({ failure, retry: () => setAttempt((made) => made + 1) });
    setFound(null);
    api.call(open, { params: { id } }, { signal: end.signal }).then(
      ({ preview }) => {
        if (preview !== null) setFound({ preview });
        else fail({ kind: "unavailable", of: "link", message: null });
      },
      (error: unknown) => {
        if (!end.signal.aborted) fail(failureOf(error, "link"));
      },
    );
    return () => end.abort();
  }, [search, attempt]);
  return found;
}

/** Over the wall in front of the builder: what a link is of, for those who may not open it yet. */
export function SharedPreview({ search }: { readonly search: string }) {
  const found = usePreview(search);
  const [isOpen, setOpen] = useState(true);
  const close = () => setOpen(false);
  const preview = found !== null && "preview" in found ? found.preview : null;
  const failure = found !== null && "failure" in found ? found.failure : null;
  const screen = failure === null ? null : FAILED.screens.link[failure.kind];
  return (
    <Dialog
      title={screen?.title ?? (preview === null ? TEXTS.waiting : TEXTS.title(preview.underlying))}
      isOpen={isOpen}
      onClose={close}
      size="auto"
      footer={
        <>
          <Button variant="quiet" onClick={close}>
            {TEXTS.close}
          </Button>
          {failure?.kind === "unavailable" && found !== null && "retry" in found ? (
            <Button variant="primary" onClick={found.retry}>
              {TEXTS.retry}
            </Button>
          ) : null}
          {preview?.needs === "login" ? (
            <Button
              variant="primary"
              onClick={() => openLogin(window.location.pathname + window.location.search)}
              data-testid="preview-login"
            >
              {TEXTS.logIn}
            </Button>
          ) : null}
          {preview?.needs === "upgrade" ? (
            <PageLink className={buttonClass("primary")} to={PLANS}>
              {TEXTS.plans}
            </PageLink>
          ) : null}
        </>
      }
    >
      {preview === null ? null : <Stored preview={preview} />}
      {screen === null ? null : (
        <p role="alert">{[failure?.message, screen.text].filter(Boolean).join(" ")}</p>
      )}
      {found === null ? <p role="status">{TEXTS.loading}</p> : null}
    </Dialog>
  );
}
