import { useMutation } from "@tanstack/react-query";
import { Laptop, Smartphone } from "lucide-react";
import { formatDateTime } from "#domain/format/date.ts";
import { devices, revokeDevice, revokeOtherDevices } from "#protocol/generated/http/account.ts";
import type { SessionDetails } from "#protocol/http/account.ts";
import { textOf } from "../../api/api-failure.ts";
import { api } from "../../api/site-api.ts";
import { describeDevice, isHandheld } from "../../browser/describe-device.ts";
import { Button, buttonClass } from "../../components/button/Button.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import { showToast } from "../../components/toast/toast.ts";
import { queries } from "../../shared/answers/query-client.ts";
import { askAgain, useAnswer } from "../../shared/answers/use-answer.ts";
import css from "./account.module.css";
import { Problem } from "./Problem.tsx";
import { TEXTS } from "./texts.ts";

function Row({
  device,
  isBusy,
  onEnd,
}: {
  readonly device: SessionDetails;
  readonly isBusy: boolean;
  onEnd(): void;
}) {
  const Icon = isHandheld(device.user_agent) ? Smartphone : Laptop;
  const name = describeDevice(device.user_agent);
  return (
    <li className={css.device}>
      <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
      <p>
        <strong>{name}</strong>{" "}
        {device.is_current ? <span className={css.here}>{TEXTS.devices.thisOne}</span> : null}
        <small>
          {TEXTS.devices.seen(
            formatDateTime(Date.parse(device.created_at)),
            formatDateTime(Date.parse(device.last_seen_at)),
          )}
        </small>
      </p>
      {device.is_current ? (
        <PageLink className={buttonClass("secondary", "small")} to="/logout">
          {TEXTS.logOut}
        </PageLink>
      ) : (
        <Button size="small" disabled={isBusy} aria-label={TEXTS.devices.logOut(name)} onClick={onEnd}>
          {TEXTS.logOut}
        </Button>
      )}
    </li>
  );
}

/** Where this account is logged in: three devices at most, each of which can be logged out from here. */
export function DevicesTab() {
  const { data, error, refetch } = useAnswer(devices, {}, { select: ({ data }) => data });
  const end = useMutation(
    {
      mutationFn: (id: string | null) =>
        id === null ? api.call(revokeOtherDevices) : api.call(revokeDevice, { params: { id } }),
      onSuccess: () => showToast(TEXTS.devices.ended, { tone: "success" }),
      onError: (failure) => showToast(TEXTS.devices.endFailed, { tone: "error", detail: textOf(failure) }),
      onSettled: () => askAgain(devices),
    },
    queries,
  );
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <div className={css.skeleton} aria-busy="true" />;
  const others = data.filter(({ is_current }) => !is_current);
  return (
    <section className={`${css.card} ${css.narrow}`}>
      <h2>{TEXTS.devices.title(data.length)}</h2>
      <ul className={css.devices}>
        {data.map((device) => (
          <Row key={device.id} device={device} isBusy={end.isPending} onEnd={() => end.mutate(device.id)} />
        ))}
      </ul>
      {others.length > 0 ? (
        <div className={css.row}>
          <Button disabled={end.isPending} onClick={() => end.mutate(null)}>
            {TEXTS.devices.logOutOthers}
          </Button>
        </div>
      ) : null}
      <p className={css.note}>{TEXTS.devices.note}</p>
    </section>
  );
}
