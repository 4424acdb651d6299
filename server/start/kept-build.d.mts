/** Copies the own assets of the previous build into the new one. */
export function keepAssets(before: URL, now: URL): void;
