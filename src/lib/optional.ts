import { type ComponentType, type LazyExoticComponent, lazy } from "react";

/** A part of a page that comes after it, and that the page does without when its code is not to be had. */
export function optional<P extends object>(
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(() =>
    load().then(
      (component) => ({ default: component }),
      () => ({ default: () => null }),
    ),
  );
}
