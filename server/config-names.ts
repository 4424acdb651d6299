import { text } from '#i18n/text.ts';

/** Names that begin like this are ours or a mistake; whole names of ours are no prefix (`DEMO` and `DEMO_SIZE`). */
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

/** Common names of other programs that stand near one of ours. */
const FOREIGN = new Set(['HOSTS', 'HOME', 'PROMPT', 'SORT', 'DATADIR']);

/**
 * Names in the environment that are not ours but look so: a slip in a setting's name must not leave the default in force
 * without a word. Near is one slip in a short name, two in a longer one, or other case.
 * @returns a sentence for each
 */
export function strangers(env: Record<string, string | undefined>, settingNames: readonly string[]): string[] {
  return Object.keys(env)
    .filter((name) => !settingNames.includes(name) && !FOREIGN.has(name))
    .sort()
    .flatMap((name) => {
      const meant = nearest(name, settingNames, env);
      if (meant) return [text('start.misspelt', { name, known: meant })];
      const prefix = PREFIXES.find((start) => name.startsWith(start));
      if (!prefix) return [];
      const ours = settingNames.filter((other) => other.startsWith(prefix)).join(', ');
      return [text('start.unknown', { name, prefix, known: ours })];
    });
}

function nearest(name: string, known: readonly string[], env: Record<string, string | undefined>): string | undefined {
  return known.find((other) => {
    if (Math.abs(other.length - name.length) > 2) return false;
    // Windows gives one variable in any case: there the name itself is set as well, by the same value.
    if (other === name.toUpperCase()) return env[other] !== env[name];
    return slips(name, other) <= (other.length < 8 ? 1 : 2);
  });
}

/** Letters to add, drop, change or swap with the next one until the names are the same. */
function slips(from: string, to: string): number {
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
