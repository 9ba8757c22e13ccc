import { type ComponentType, lazy, type ReactNode } from "react";
import { loadPart, PartMissing } from "./load-part.ts";

/**
 * A component whose code is loaded when it is first shown. React's own `lazy` remembers a failure for as long as the tab
 * lives; this one throws a `PartMissing`, and loads again once that is told to forget.
 */
export function lazily<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const begin = () => {
    const part = lazy(() =>
      loadPart(load).then(
        (component) => ({ default: component }),
        (cause: unknown) => {
          throw new PartMissing(cause, () => {
            if (current === part) current = begin();
          });
        },
      ),
    );
    return part as ComponentType<P>;
  };
  let current = begin();
  return function Part(props: P): ReactNode {
    const Now = current;
    return <Now {...props} />;
  };
}
