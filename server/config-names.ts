import { text } from '#i18n/text.ts';

/**
 * Prefixes of our variables: any other name with such a prefix is a mistake. Complete variable names (`DEMO`) are no prefixes.
 */
const PREFIXES = [
  'BACKUP_',
  'CHAT_',
  'DEMO_',
  'FEATURE_',
  'FIREBASE_',
  'RESOURCES_',
  'SMS_',
  'STAGING_',
  'UPLOADS_',
] as const;

/** Common variables of other programs whose names are similar to ours. */
const FOREIGN_NAMES = new Set(['HOSTS', 'HOME', 'PROMPT', 'SORT', 'DATADIR']);

/**
 * Finds variables in the environment that are probably misspelt settings, so that a typo does not silently leave the default.
 * Similar means one typo in a short name, two in a longer one, or another letter case.
 * @returns a sentence for each
 */
export function strangers(env: Record<string, string | undefined>, settingNames: readonly string[]): string[] {
  return Object.keys(env)
    .filter((name) => !settingNames.includes(name) && !FOREIGN_NAMES.has(name))
    .sort()
    .flatMap((name) => {
      const nearestName = findNearestName(name, settingNames, env);
      if (nearestName) return [text('start.misspelt', { name, known: nearestName })];
      const prefix = PREFIXES.find((start) => name.startsWith(start));
      if (!prefix) return [];
      const namesWithPrefix = settingNames.filter((other) => other.startsWith(prefix)).join(', ');
      return [text('start.unknown', { name, prefix, known: namesWithPrefix })];
    });
}

function findNearestName(
  name: string,
  knownNames: readonly string[],
  env: Record<string, string | undefined>,
): string | undefined {
  return knownNames.find((other) => {
    if (Math.abs(other.length - name.length) > 2) return false;
    // On Windows names are case-insensitive: both spellings then show the same value.
    if (other === name.toUpperCase()) return env[other] !== env[name];
    return editDistance(name, other) <= (other.length < 8 ? 1 : 2);
  });
}

/** Damerau–Levenshtein distance: letters to add, drop, change or swap with the next one. */
function editDistance(from: string, to: string): number {
  const rows: number[][] = [];
  for (let i = 0; i <= from.length; i += 1) {
    const row: number[] = [];
    for (let j = 0; j <= to.length; j += 1) {
      const at = (r: number, c: number) => (r === i ? row[c] : rows[r]?.[c]) ?? 0;
      if (i === 0 || j === 0) {
        row.push(i + j);
        continue;
      }
      const changed = at(i - 1, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const swapped =
        i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1] ? at(i - 2, j - 2) + 1 : changed;
      row.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, changed, swapped));
    }
    rows.push(row);
  }
  return rows[from.length]?.[to.length] ?? 0;
}
