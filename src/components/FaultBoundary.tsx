import { Component, type ReactNode, Suspense } from "react";
import { PartMissing } from "./load-part.ts";

/** A part that failed is tried again after so long, and after twice as long with each further fault. */
const AGAIN_AFTER_MS = 5_000;

interface Props {
  readonly children: ReactNode;
  /** What stands in the part's place while it is away; `again` tries at once. Nothing by default. */
  readonly notice?: (again: () => void) => ReactNode;
  /** Told of each fault, once the part is away. */
  readonly onFault?: () => void;
}

/**
 * Where a part of the page throws, that part alone disappears; the console has the error as usual. The part is tried again by itself, since
 * many faults last a moment, such as a figure that was not known yet.
 */
export class FaultBoundary extends Component<Props, { readonly isAway: boolean }> {
  override state = { isAway: false };
  private faults = 0;
  private timer = 0;

  static getDerivedStateFromError(): { isAway: boolean } {
    return { isAway: true };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof PartMissing) error.forget();
    this.timer = window.setTimeout(this.again, AGAIN_AFTER_MS * 2 ** this.faults++);
    this.props.onFault?.();
  }

  override componentWillUnmount(): void {
    clearTimeout(this.timer);
  }

  private again = (): void => {
    clearTimeout(this.timer);
    this.setState({ isAway: false });
  };

  override render(): ReactNode {
    const { children, notice } = this.props;
    return this.state.isAway ? notice?.(this.again) : children;
  }
}

/** What stands beside figures that do not wait for it, and do without it where it fails. */
export function Aside({ children }: { readonly children: ReactNode }) {
  return (
    <FaultBoundary>
      <Suspense fallback={null}>{children}</Suspense>
    </FaultBoundary>
  );
}
