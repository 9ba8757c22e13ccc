import { Component, type ReactNode } from "react";
import { Button } from "../components/button/Button.tsx";
import { PartMissing } from "../components/load-part.ts";
import css from "./PartBoundary.module.css";
import { TEXTS } from "./texts.ts";

interface Props {
  readonly children: ReactNode;
  /** What stands there instead, where the words of every part will not do; `again` fetches the part anew. */
  readonly notice?: (again: () => void) => ReactNode;
}

interface State {
  readonly error: unknown;
}

/** A part whose code could not be had is missing alone: the strategy and its figures beside it stay. */
export class PartBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    // Not before the notice stands: a part that began anew while it is still drawn would never end to fail.
    if (error instanceof PartMissing) error.forget();
  }

  override render(): ReactNode {
    const { error } = this.state;
    const { children, notice } = this.props;
    if (error === null) return children;
    if (!(error instanceof PartMissing)) throw error;
    const again = (): void => this.setState({ error: null });
    if (notice !== undefined) return notice(again);
    return (
      <div className={css.failure} role="alert" data-testid="part-missing">
        <p>{TEXTS.missing.text}</p>
        <Button size="small" onClick={again}>
          {TEXTS.missing.again}
        </Button>
      </div>
    );
  }
}
