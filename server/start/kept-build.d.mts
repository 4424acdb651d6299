/** Copies assets of the build before into the new one; what that one had kept of its own forerunner goes. */
export function keepAssets(before: URL, now: URL): void;
