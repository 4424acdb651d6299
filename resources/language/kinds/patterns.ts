import type { CsvTexts } from './kind.ts';

/** Composite cell formats of imported and exported files: i18n keys of templates such as `%{name} (№ %{id})`. */
const PATTERNS = {
  /** Name and id of an item, since names may repeat. */
  numbered: 'engine.file.numbered',
  /** Date and time with its time zone. */
  moment: 'engine.file.moment',
} as const;
type Pattern = keyof typeof PATTERNS;

const PLACEHOLDER = /%\{(\w+)\}/g;
/** Maximum cell length to match, characters; matching takes quadratic time. */
const CELL_LENGTH_MAX = 500;

/** Formats a cell by a pattern; null without translations. */
export function fillPattern(
  pattern: Pattern,
  parts: Readonly<Record<string, string | number>>,
  texts?: CsvTexts,
): string | null {
  const template = texts?.translate?.(PATTERNS[pattern]);
  return (
    template?.replace(PLACEHOLDER, (_place, name: string) => String(Object.hasOwn(parts, name) ? parts[name] : '')) ??
    null
  );
}

/**
 * Parses a cell by a pattern, ignoring case, extra spaces and commas before spaces; null if it does not match. Spaces are
 * required only between two placeholders. A repeated placeholder must have the same text each time; one that is not in `parts`
 * must be empty.
 * @param parts regular expression source of each placeholder
 */
export function matchPattern(
  pattern: Pattern,
  cell: string,
  parts: Readonly<Record<string, string>>,
  texts?: CsvTexts,
): Record<string, string> | null {
  const format = texts?.translate?.(PATTERNS[pattern]);
  if (format === undefined || cell.length > CELL_LENGTH_MAX) return null;
  const seenNames = new Set<string>();
  const toGroup = (name: string): string => {
    if (!Object.hasOwn(parts, name)) return '';
    if (seenNames.has(name)) return `\\k<${name}>`;
    seenNames.add(name);
    return `(?<${name}>${parts[name]})`;
  };
  // `split` with a capture group: odd items are placeholder names.
  const form = format.split(PLACEHOLDER).map((piece, index) => (index % 2 ? toGroup(piece) : literalPattern(piece)));
  return new RegExp(`^${form.join('')}$`, 'iu').exec(cell.trim())?.groups ?? null;
}

const literalPattern = (piece: string): string =>
  piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, piece.trim() ? ',?\\s*' : ',?\\s+');
