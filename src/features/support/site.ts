/** What a build of the app may set; nothing here is secret, all of it reaches the browser. */
export const SUPPORT_EMAIL: string | null = import.meta.env.VITE_SUPPORT_EMAIL || null;
