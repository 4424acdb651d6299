/** An installed Chromium or Chrome; undefined when there is none. @throws when CHROMIUM_PATH names no program */
export function findChromium(): Promise<string | undefined>;
/** What tests run their pages in: Chromium's headless shell where it is installed, else what `findChromium` finds. */
export function findTestBrowser(): Promise<string | undefined>;
