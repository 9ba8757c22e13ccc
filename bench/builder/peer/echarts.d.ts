/** As much of ECharts as the bench uses; the package itself is installed for benches only, and its script stands beside the page. */
interface EChart {
  setOption(option: object): void;
  on(event: string, heard: () => void): void;
  convertToPixel(finder: object, value: number): number;
  convertFromPixel(finder: object, value: number): number;
  dispose(): void;
}
interface Window {
  echarts: { init(host: HTMLElement): EChart };
  probe?: { handed(): void };
  isPeerShown: boolean;
  /** @param rate times a second */
  moveMarket(rate: number): void;
}
