import { OtherUnderlying } from "../../shared/market-page/OtherUnderlying.tsx";
import { Empty } from "../../shared/time-charts/ChartNotice.tsx";
import css from "./NotListed.module.css";

/** In place of the whole tab. */
export function NotListed({ title }: { readonly title: string }) {
  return (
    <div className={css.none}>
      <Empty title={title}>
        <OtherUnderlying />
      </Empty>
    </div>
  );
}
