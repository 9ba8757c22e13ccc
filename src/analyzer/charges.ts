/** What the selected trades cost at the caller's broker, as the answer that is on screen says. */

import { ref } from "valtio";
import type { Charges } from "#domain/charges/charges.ts";
import type { StrategyCharges } from "#domain/charges/of-legs.ts";
import type { BuilderCharges } from "#protocol/http/builder-money.ts";
import type { ChargesBody } from "#protocol/http/charges.ts";
import { selectedLegs } from "./request-of.ts";
import type { Shown } from "./shown.ts";
import type { Store } from "./store.ts";

export type { StrategyCharges };

const partsOf = (body: ChargesBody): Charges => ({
  brokerage: body.brokerage,
  transactionTax: body.transaction_tax,
  exchange: body.exchange_charge,
  sebi: body.sebi_charge,
  stampDuty: body.stamp_duty,
  gst: body.gst,
  total: body.total,
});

function costsOf({ entry, exit, total }: Pick<BuilderCharges, "entry" | "exit" | "total">) {
  return { entry: partsOf(entry), exit: partsOf(exit), total: partsOf(total) };
}

export function chargesOf(body: BuilderCharges): StrategyCharges {
  return {
    ...costsOf(body),
    legs: body.legs.map((leg) => ({ legId: leg.leg_id, ...costsOf(leg) })),
    plan: body.plan,
    ratesFrom: body.rates_valid_from,
    assumed: body.assumed,
  };
}

export function createCharges(store: Store, shown: Pick<Shown, "onPublish">) {
  const { view } = store;
  const unsubscribe = [
    shown.onPublish(({ payload: { charges } }) => {
      view.charges = charges === null ? null : ref(chargesOf(charges));
    }),
    // What costs of are gone is not waited for.
    store.onChange(({ after }) => {
      if (view.charges !== null && (after === null || selectedLegs(after).length === 0)) view.charges = null;
    }),
  ];
  return {
    dispose() {
      for (const end of unsubscribe) end();
    },
  };
}
