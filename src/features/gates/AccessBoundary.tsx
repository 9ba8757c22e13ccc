import { Component, type ReactNode, Suspense } from "react";
import type { Page } from "#domain/access/pages.ts";
import { lazily } from "../../components/lazily.tsx";
import { PageLoader } from "../../components/page-loader/PageLoader.tsx";
import { accessErrorKind } from "./access-error-kinds.ts";

/** Hardly any page is refused: none waits for what is said then. */
const AccessError = lazily(() => import("./AccessError.tsx").then((m) => m.AccessError));

interface Props {
  readonly page: Page;
  readonly children: ReactNode;
}

/**
 * A page that learns only from the server that it may not be shown (rule ACC-16): the refusal, thrown by the
 * page, becomes its own screen. Whatever else is thrown is a fault, and goes on to the crash screen.
 */
export class AccessBoundary extends Component<Props, { readonly thrown: unknown }> {
  override state = { thrown: null as unknown };

  static getDerivedStateFromError(thrown: unknown): { thrown: unknown } {
    return { thrown };
  }

  override render(): ReactNode {
    const { thrown } = this.state;
    if (thrown === null) return this.props.children;
    const kind = accessErrorKind(thrown, this.props.page.name === "widget-builder");
    if (kind === null) throw thrown;
    return (
      <Suspense fallback={<PageLoader />}>
        <AccessError kind={kind} />
      </Suspense>
    );
  }
}
