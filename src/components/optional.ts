import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { loadPart } from "./load-part.ts";

/**
 * A part of a page that comes after it, and that the page does without when its code is not to be had.
 * @param instead what then stands in its place; nothing by default
 */
export function optional<P extends object>(
  load: () => Promise<ComponentType<P>>,
  instead: ComponentType<P> = () => null,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(() =>
    loadPart(load).then(
      (component) => ({ default: component }),
      () => ({ default: instead }),
    ),
  );
}
