import { createDiscountCurve, type DiscountCurve } from "#domain/pricing/discount-curve.ts";
import { deepestLender, discountRole } from "#domain/pricing/discount-lending.ts";
import { DISCOUNT_NAMES, type DISCOUNT_SOURCES } from "#domain/pricing/discount-origin.ts";
import { numberOr, vectorCheck } from "../vector-check.ts";

interface UnderlyingInput {
  readonly symbol: string;
  readonly kind: string;
  /** of its derivatives */
  readonly exchange: string;
  readonly depth: number;
  readonly expiries: readonly {
    readonly days: number;
    readonly discount: number | null;
    readonly error: number | null;
  }[];
}

interface UnderlyingOutput {
  readonly lender: string | null;
  readonly expiries: readonly {
    readonly rate: number;
    readonly error: number | null;
    readonly source: (typeof DISCOUNT_SOURCES)[number] | null;
  }[];
}

interface Member {
  readonly input: UnderlyingInput;
  readonly curve: DiscountCurve;
  readonly lives: Float64Array;
}

function refit({ curve, lives }: Member, lender: DiscountCurve | null): void {
  curve.weigh(lender);
  curve.fit(lives.length, lives);
}

function memberOf(input: UnderlyingInput): Member {
  const curve = createDiscountCurve(input.expiries.length);
  const lives = Float64Array.from(input.expiries, ({ days }) => days / 365);
  for (const [place, { discount, error }] of input.expiries.entries()) {
    curve.witness(place, lives[place]!, { discount: numberOr(discount), error: numberOr(error) });
  }
  return { input, curve, lives };
}

export const checkDiscountCurve = vectorCheck<
  { readonly underlyings: readonly UnderlyingInput[] },
  { readonly underlyings: readonly UnderlyingOutput[] }
>((figures, { input, output }) => {
  const members = input.underlyings.map(memberOf);
  const roleOf = ({ symbol, kind, exchange }: UnderlyingInput) => discountRole(symbol, kind, exchange);
  const found = deepestLender(
    members.filter((each) => roleOf(each.input).lends),
    (each) => each.input.depth,
    (each) => refit(each, null),
  );
  for (const [i, member] of members.entries()) {
    const lender = found !== member && roleOf(member.input).borrows ? found : null;
    refit(member, lender?.curve ?? null);
    const { symbol } = member.input;
    const right = output.underlyings[i]!;
    figures.word(`${symbol} lender`, lender?.input.symbol ?? null, right.lender);
    for (const [place, expiry] of right.expiries.entries()) {
      const { rate, error, source } = member.curve.at(place);
      figures.number(`${symbol} ${place} rate`, rate, expiry.rate);
      figures.number(`${symbol} ${place} error`, error, expiry.error);
      figures.word(`${symbol} ${place} source`, DISCOUNT_NAMES[source], expiry.source);
    }
  }
});
