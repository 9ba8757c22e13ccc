/** Host and database of a Postgres address, without user and password; null when it is not one. */
export function describeDatabase(text: string): string | null {
  if (!/^postgres(?:ql)?:\/\//.test(text)) return null;
  try {
    const { host, pathname, searchParams } = new URL(text);
    const database = decodeURIComponent(pathname.slice(1));
    const where = host === "" ? searchParams.get("host") : host;
    return database === "" || database.includes("/") || where === null ? null : `${where}/${database}`;
  } catch {
    return null;
  }
}
