/** Twelve hex digits of the browser code's content, set by vite.config.ts. */
declare const __BUILD__: string;

/** Of the workers that the page's first script starts, set by scripts/first-script.ts; empty where the app is not built but served as it is written. */
declare const __ENGINE_URL__: string;
declare const __ENGINE_NAME__: string;
declare const __PAINTER_URL__: string;
declare const __CHAIN_PATH__: string;

/** Of the picture that a reload begins with (src/app/last-picture/kept.ts), set there too. */
declare const __PICTURE_KEY__: string;
declare const __PICTURE_MS__: number;
declare const __PICTURE_SHOWN_MS__: number;
