import fs from "node:fs";
import path from "node:path";

/** Whether a folder has a whole database; an unfinished one never has its final name. */
export function hasDatabase(folder: string): boolean {
  return fs.existsSync(path.join(folder, "PG_VERSION"));
}

export function syncFile(file: string): void {
  const descriptor = fs.openSync(file, "r");
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Every file and folder below, and the folder itself, on the disk. */
export function syncFolder(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) syncFolder(file);
    else if (entry.isFile()) syncFile(file);
  }
  syncFile(folder);
}
