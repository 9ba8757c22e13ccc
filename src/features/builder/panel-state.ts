import { createContext, useContext } from "react";
import { proxy } from "valtio";

/** Where a strategy comes from. */
export type LoaderTab = "presets" | "saved";

/** What of the page is open. A page has its own: opened anew it begins as it always does. */
export interface BuilderPanel {
  /** Ready-made strategies are what one begins with. */
  isLoaderOpen: boolean;
  loaderTab: LoaderTab;
  isPickerOpen: boolean;
}

export function createPanel(): BuilderPanel {
  return proxy<BuilderPanel>({
    isLoaderOpen: true,
    loaderTab: "presets",
    isPickerOpen: false,
  });
}

export const Panel = createContext<BuilderPanel>(createPanel());
export const usePanel = (): BuilderPanel => useContext(Panel);
