/** File that another page passes to the import page at `path`. */
let passedFile: { path: string; file: File } | null = null;

/** Makes the import page at a path open a file on its next mount. */
export function passFileToImport(path: string, file: File): void {
  passedFile = { path, file };
}

/** The file passed to the page at a path, or null; can be taken once. */
export function takePassedFile(path: string): File | null {
  if (passedFile?.path !== path) return null;
  const { file } = passedFile;
  passedFile = null;
  return file;
}
