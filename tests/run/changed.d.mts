export const BROWSER_TESTS: Readonly<Record<string, readonly string[]>>;
export function browserTests(files: readonly string[]): string[];
