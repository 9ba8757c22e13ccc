/** As much of AG Grid as the bench uses; the package itself is installed for benches only. */
declare module "ag-grid-community" {
  interface Parameters<T> {
    readonly data?: T;
    readonly value?: unknown;
  }
  export interface GridOptions<T> {
    readonly rowData: readonly T[];
    readonly rowHeight: number;
    readonly headerHeight: number;
    getRowId(parameters: { readonly data: T }): string;
    readonly asyncTransactionWaitMillis: number;
    readonly suppressColumnVirtualisation: boolean;
    readonly animateRows: boolean;
    readonly defaultColDef: object;
    readonly columnDefs: readonly {
      readonly colId: string;
      readonly headerName: string;
      readonly flex: number;
      readonly minWidth: number;
      valueGetter(parameters: Parameters<T>): unknown;
      valueFormatter(parameters: Parameters<T>): string;
    }[];
  }
  export const AllCommunityModule: object;
  export const ModuleRegistry: { registerModules(modules: readonly object[]): void };
  export function createGrid<T>(
    host: HTMLElement,
    options: GridOptions<T>,
  ): { applyTransactionAsync(change: { readonly update: readonly T[] }): void };
}
