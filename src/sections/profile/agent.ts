/** Browsers by a mark of theirs in `User-Agent`; who carries the mark of another one stands before it. */
const BROWSERS = [
  [/\bYaBrowser\//, 'Яндекс Браузер'],
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

const SYSTEMS = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

const nameIn = (agent: string, names: readonly (readonly [RegExp, string])[]) =>
  names.find(([mark]) => mark.test(agent))?.[1];

/** «Chrome, Windows» of a `User-Agent`; empty where neither is known. */
export function agentName(agent: string | null): string {
  const known = [nameIn(agent ?? '', BROWSERS), nameIn(agent ?? '', SYSTEMS)];
  return known.filter(Boolean).join(', ');
}
