/** Twelve hex digits of the browser code's content, set by vite.config.ts. */
declare const __BUILD__: string;
