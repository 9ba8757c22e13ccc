const loading = new Map<string, Promise<boolean>>();

/**
 * Loads a third party's script, once, when it is needed. One that does not come is false and no more
 * (rule EMB-5): the page goes on without it, and a later call tries again.
 */
export function loadScript(url: string, at: Document = document): Promise<boolean> {
  const known = loading.get(url);
  if (known !== undefined) return known;
  const promise = new Promise<boolean>((resolve) => {
    const script = at.createElement("script");
    script.src = url;
    script.async = true;
    script.onload = () => resolve(true);
    script.onerror = () => {
      script.remove();
      loading.delete(url);
      resolve(false);
    };
    at.head.append(script);
  });
  loading.set(url, promise);
  return promise;
}
