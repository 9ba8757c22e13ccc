import type { ComponentType, ReactNode } from "react";
import { Button } from "../../components/button/Button.tsx";
import { FaultBoundary } from "../../components/FaultBoundary.tsx";
import css from "./InfoPanel.module.css";
import { TEXTS } from "./texts.ts";

/** A part of the window whose faults are its own: what else is known of the instrument stays. */
export function Section({ children }: { readonly children: ReactNode }) {
  return (
    <FaultBoundary
      notice={(again) => (
        <p className={css.fault} role="alert" data-testid="info-fault">
          {TEXTS.fault.text}
          <Button size="small" onClick={again}>
            {TEXTS.fault.again}
          </Button>
        </p>
      )}
    >
      {children}
    </FaultBoundary>
  );
}

export function inSection(Content: ComponentType): ComponentType {
  return function Sectioned() {
    return (
      <Section>
        <Content />
      </Section>
    );
  };
}
