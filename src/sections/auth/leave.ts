/**
 * Opens another page with a full page load, because the access pages do not contain the console.
 * @param replace replaces the history entry of the current page
 */
export function loadAddress(address: string, replace = false): void {
  if (replace) globalThis.location.replace(address);
  else globalThis.location.assign(address);
}
