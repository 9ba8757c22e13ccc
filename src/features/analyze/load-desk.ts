/** The strip with its analyzer: asked for when a pointer or a key comes near, so that the first press finds it there. */
export const loadDesk = () => import("./AnalyzeDesk.tsx");
