/**
 * Leads to another page of the console, which is loaded anew: the console itself is not in these small pages.
 * @param replace the page that is left does not stay in the browser's history
 */
export function leaveTo(address: string, replace = false): void {
  if (replace) globalThis.location.replace(address);
  else globalThis.location.assign(address);
}
