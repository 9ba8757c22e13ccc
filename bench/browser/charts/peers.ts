/** As much of the peers as pages use here; they are installed for benches only, and their scripts stand beside the page. */

declare global {
  interface Window {
    LightweightCharts: {
      readonly LineSeries: unknown;
      readonly CandlestickSeries: unknown;
      createChart(
        host: HTMLElement,
        options: object,
      ): {
        addSeries(
          kind: unknown,
          options: object,
        ): { setData(points: object[]): void; update(point: object): void };
        timeScale(): {
          fitContent(): void;
          setVisibleLogicalRange(range: { readonly from: number; readonly to: number }): void;
          subscribeVisibleLogicalRangeChange(changed: () => void): void;
        };
      };
    };
  }
}

/** @param name of its package */
export async function loadPeer(name: "echarts" | "lightweight-charts"): Promise<void> {
  const element = document.createElement("script");
  element.src = `/${name}.js`;
  document.head.append(element);
  await new Promise((resolve, reject) => {
    element.onload = resolve;
    element.onerror = reject;
  });
}
