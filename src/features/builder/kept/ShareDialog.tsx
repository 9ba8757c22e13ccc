import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { formatDate } from "#domain/format/date.ts";
import { put } from "#protocol/generated/http/calls/strategy-links/put.ts";
import { remove } from "#protocol/generated/http/calls/strategy-links/remove.ts";
import { shared } from "#protocol/generated/http/calls/strategy-links/shared.ts";
import { useAnalyzer } from "../../../analyzer/use-analyzer.tsx";
import { textOf } from "../../../api/api-failure.ts";
import { api } from "../../../api/site-api.ts";
import { isWebView, tellApp } from "../../../browser/web-view.ts";
import { Button, buttonClass } from "../../../components/button/Button.tsx";
import { Dialog } from "../../../components/dialog/Dialog.tsx";
import { showToast } from "../../../components/toast/toast.ts";
import { queries } from "../../../shared/answers/query-client.ts";
import { askAgain, useAnswer } from "../../../shared/answers/use-answer.ts";
import { bodyOf, currentStrategy } from "./current.ts";
import css from "./Share.module.css";
import { linkHref, PLACES, sketchNow } from "./share.ts";
import { TEXTS } from "./texts.ts";

const { sharing } = TEXTS;

/** Links that the account has given out, each of which it can end. */
function Mine() {
  const { data } = useAnswer(shared, {}, { isAside: true, select: ({ data: links }) => links });
  const end = useMutation(
    {
      mutationFn: (id: string) => api.call(remove, { params: { id } }),
      onSuccess: () => showToast(sharing.ended, { tone: "success" }),
      onError: (error) => showToast(textOf(error), { tone: "error" }),
      onSettled: () => askAgain(shared),
    },
    queries,
  );
  if (data === undefined || data.length === 0) return null;
  return (
    <details className={css.mine}>
      <summary>{sharing.mine(data.length)}</summary>
      <ul className={css.links}>
        {data.map(({ id, underlying, legs, kept_on }) => (
          <li key={id}>
            <span className={css.what}>{[underlying, legs.join(", ")].join(" · ")}</span>
            <span>{sharing.madeOn(formatDate(kept_on))}</span>
            <Button
              size="small"
              aria-label={sharing.endLink(legs.join(", "))}
              disabled={end.isPending}
              onClick={() => end.mutate(id)}
            >
              {sharing.end}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface LinkProps {
  readonly href: string;
  readonly text: string;
}

function Link({ href, text }: LinkProps) {
  const field = useRef<HTMLInputElement>(null);
  const own = useId();
  const [isCopied, setCopied] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const isApp = isWebView();
  const copy = async (): Promise<void> => {
    try {
      if (!tellApp("copy_to_clipboard", { text: href })) await navigator.clipboard.writeText(href);
      setCopied(true);
    } catch {
      setRefused(true);
      field.current?.select();
    }
  };
  const canShare = isApp || typeof navigator.share === "function";
  const share = (): void => {
    if (tellApp("share_strategy", { url: href, text })) return;
    // Put away by the user is no failure.
    void navigator.share({ url: href, text }).catch(() => {});
  };
  return (
    <>
      <label className={css.label} htmlFor={own}>
        {sharing.label}
      </label>
      <div className={css.row}>
        <input
          ref={field}
          id={own}
          className={css.href}
          value={href}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
          data-testid="share-href"
        />
        <Button variant="primary" onClick={() => void copy()} data-testid="share-copy">
          {isCopied ? sharing.copied : sharing.copy}
        </Button>
      </div>
      <p className={css.said} role="status">
        {isRefused ? sharing.notCopied : isCopied ? sharing.copied : ""}
      </p>
      <div className={css.places}>
        {canShare ? <Button onClick={share}>{sharing.native}</Button> : null}
        {isApp
          ? null
          : PLACES.map(({ place, hrefOf }) => (
              <a
                key={place}
                className={buttonClass("secondary")}
                href={hrefOf(href, text)}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={sharing.on(sharing.places[place])}
              >
                {sharing.places[place]}
              </a>
            ))}
      </div>
    </>
  );
}

/** Makes a link to the strategy as it is now. */
export function ShareDialog({ onClose }: { readonly onClose: () => void }) {
  const analyzer = useAnalyzer();
  const make = useMutation(
    {
      mutationFn: async () => {
        const strategy = currentStrategy(analyzer);
        if (strategy === null) throw new Error(sharing.failed);
        const sketch = await sketchNow(analyzer);
        const { data } = await api.call(put, {
          body: { strategy: bodyOf(strategy), is_shared: true, sketch },
        });
        return linkHref(data, window.location.origin);
      },
      onSuccess: () => askAgain(shared),
    },
    queries,
  );
  const { mutate, data: href, error } = make;
  useEffect(() => mutate(), [mutate]);
  const symbol = analyzer.state.instance?.underlying ?? "";
  return (
    <Dialog title={sharing.title} isOpen onClose={onClose} size="auto">
      {href === undefined ? null : <Link href={href} text={sharing.text(symbol)} />}
      {error === null && href === undefined ? (
        <p className={css.making} role="status">
          {sharing.making}
        </p>
      ) : null}
      {error === null ? null : (
        <div className={css.problem} role="alert">
          <p>{[sharing.failed, textOf(error)].join(": ")}</p>
          <Button size="small" onClick={() => mutate()}>
            {sharing.again}
          </Button>
        </div>
      )}
      <p className={css.note}>{sharing.note}</p>
      <Mine />
    </Dialog>
  );
}
