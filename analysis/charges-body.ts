import type { Charges } from "#domain/charges/charges.ts";
import type { ChargesBody } from "#protocol/http/charges.ts";

export function chargesBody({ transactionTax, exchange, sebi, stampDuty, ...rest }: Charges): ChargesBody {
  return {
    ...rest,
    transaction_tax: transactionTax,
    exchange_charge: exchange,
    sebi_charge: sebi,
    stamp_duty: stampDuty,
  };
}
