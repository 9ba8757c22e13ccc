/** The painters of all grids of a tab, in its one painter worker: each is made with its first command and ends when it is told to. */
import type { GridCommand, GridEvent, PainterCommand, PainterEvent } from "./api.ts";

interface GridPainter {
  post(command: PainterCommand): void;
  dispose(): void;
}

type Emit = (event: PainterEvent, transfer?: Transferable[]) => void;

/**
 * @param make a painter that tells what it has to by `emit`
 * @param tell to the tab
 */
export function createGridPainters(
  make: (emit: Emit) => GridPainter,
  tell: (event: GridEvent, transfer?: Transferable[]) => void,
): { post(command: GridCommand): void } {
  const painters = new Map<number, GridPainter>();

  function painterOf(grid: number): GridPainter {
    const known = painters.get(grid) ?? make((event, transfer) => tell({ grid, event }, transfer));
    painters.set(grid, known);
    return known;
  }

  return {
    post({ grid, command }) {
      if (command !== null) return painterOf(grid).post(command);
      painters.get(grid)?.dispose();
      painters.delete(grid);
    },
  };
}
