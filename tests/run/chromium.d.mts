/** An installed Chromium or Chrome; undefined when there is none. @throws when CHROMIUM_PATH names no program */
export function findChromium(): Promise<string | undefined>;
