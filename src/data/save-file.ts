/**
 * Lets the browser save a file.
 * @param fileName as the person finds it, with its ending
 */
export function saveFile(fileName: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  // Safari reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
