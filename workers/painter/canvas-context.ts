/** What the painter draws on, on either thread. */
export type Context2D = OffscreenCanvasRenderingContext2D;
