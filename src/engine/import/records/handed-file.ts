/** A file that another page hands to the import of a section, by the address of that. */
let handedFile: { path: string; file: File } | null = null;

/** Has the import page at an address open a file by itself, once. */
export function handFile(path: string, file: File): void {
  handedFile = { path, file };
}

/** The file that was handed to the page at an address; null for none. It is handed once. */
export function takeHandedFile(path: string): File | null {
  if (handedFile?.path !== path) return null;
  const { file } = handedFile;
  handedFile = null;
  return file;
}
