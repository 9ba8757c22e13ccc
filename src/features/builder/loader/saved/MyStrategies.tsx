import { useRouter } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useSnapshot } from "valtio";
import { list } from "#protocol/generated/http/calls/kept-strategies/list.ts";
import { textOf } from "../../../../api/api-failure.ts";
import { Button } from "../../../../components/button/Button.tsx";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import { VirtualRows } from "../../../../components/virtual-list/VirtualRows.tsx";
import { useAnswer } from "../../../../shared/answers/use-answer.ts";
import { useKeeping } from "../../kept/keeping.ts";
import { ORDERS, type Order, shownStrategies } from "./list-order.ts";
import css from "./Saved.module.css";
import { SavedRow } from "./SavedRow.tsx";
import { TEXTS } from "./texts.ts";
import { useRowActions } from "./use-row-actions.ts";

const ROW_PX = 52;

/** Strategies that the account has saved. */
export function MyStrategies() {
  const { data, error, refetch } = useAnswer(list, {}, { isAside: true, select: (answer) => answer.data });
  const { strategy: opened } = useSnapshot(useKeeping());
  const [search, setSearch] = useState("");
  const [order, setOrder] = useState<Order>("updated");
  const { actions, asked, answer } = useRowActions(useRouter());
  const shown = useMemo(
    () => (data === undefined ? [] : shownStrategies(data.strategies, { search, order, today: data.today })),
    [data, search, order],
  );
  if (data === undefined) {
    return error === null ? (
      <p className={css.says} role="status" aria-busy="true">
        {TEXTS.loading}
      </p>
    ) : (
      <div className={css.says} role="alert">
        <p>{[TEXTS.failed, textOf(error)].join(" ")}</p>
        <Button size="small" onClick={() => void refetch()}>
          {TEXTS.again}
        </Button>
      </div>
    );
  }
  const { strategies, most, today } = data;
  if (strategies.length === 0) {
    return (
      <div className={css.says} data-testid="nothing-saved">
        <p>{TEXTS.empty}</p>
        <p>{TEXTS.emptyNext}</p>
      </div>
    );
  }
  return (
    <>
      <div className={css.tools}>
        <input
          type="search"
          className={css.search}
          value={search}
          placeholder={TEXTS.searchHint}
          aria-label={TEXTS.search}
          onChange={(event) => setSearch(event.target.value)}
          data-testid="saved-search"
        />
        <label className={css.order}>
          {TEXTS.order}
          <select
            value={order}
            onChange={(event) => setOrder(ORDERS.find((each) => each === event.target.value) ?? "updated")}
            data-testid="saved-order"
          >
            {ORDERS.map((each) => (
              <option key={each} value={each}>
                {TEXTS.orders[each]}
              </option>
            ))}
          </select>
        </label>
      </div>
      {shown.length === 0 ? (
        <p className={css.says}>{TEXTS.noMatch(search)}</p>
      ) : (
        <VirtualRows
          label={TEXTS.list}
          rows={shown}
          keyOf={({ id }) => id}
          rowHeight={ROW_PX}
          className={css.list ?? ""}
          render={(strategy) => (
            <SavedRow
              strategy={strategy}
              today={today}
              isOpen={strategy.id === opened?.id}
              actions={actions}
            />
          )}
        />
      )}
      {asked === null ? null : (
        <Dialog
          title={TEXTS.unsaved.title}
          isOpen
          size="auto"
          onClose={() => answer(false)}
          footer={
            <>
              <Button variant="quiet" onClick={() => answer(false)}>
                {TEXTS.unsaved.stay}
              </Button>
              <Button variant="primary" onClick={() => answer(true)} data-testid="open-anyway">
                {TEXTS.unsaved.open}
              </Button>
            </>
          }
        >
          <p>{TEXTS.unsaved.text(asked.strategy.name, asked.isForGood)}</p>
        </Dialog>
      )}
      {strategies.length >= most ? <p className={css.says}>{TEXTS.full(most)}</p> : null}
    </>
  );
}
