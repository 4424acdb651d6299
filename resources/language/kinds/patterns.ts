import type { CsvWords } from './kind.ts';

/** Forms that cells of a file have beside plain values: each the key of a text with places in it, `%{name} (№ %{id})`. */
const PATTERNS = {
  /** A thing by its name, with the id that tells it from another of that name. */
  numbered: 'engine.file.numbered',
  /** A minute, with the clock that it is by. */
  moment: 'engine.file.moment',
} as const;
type Pattern = keyof typeof PATTERNS;

const PLACE = /%\{(\w+)\}/g;
/** A longer cell is of no pattern, characters: names are shorter, and matching takes the square of the length. */
const LONGEST = 500;

/** A cell by its pattern; null where there are no words. */
export function fillPattern(
  pattern: Pattern,
  parts: Readonly<Record<string, string | number>>,
  words?: CsvWords,
): string | null {
  const said = words?.say?.(PATTERNS[pattern]);
  return said?.replace(PLACE, (_place, name: string) => String(Object.hasOwn(parts, name) ? parts[name] : '')) ?? null;
}

/**
 * Reads a cell by a pattern, whatever its case, the number of spaces and a comma before them; null where it is not of it.
 * Beside other marks spaces may be missing, where they alone part two places they may not. A place that stands twice says
 * the same twice; one that is none of the parts is empty, as it is written.
 * @param parts the form of each part, as a regular expression says it
 */
export function matchPattern(
  pattern: Pattern,
  cell: string,
  parts: Readonly<Record<string, string>>,
  words?: CsvWords,
): Record<string, string> | null {
  const format = words?.say?.(PATTERNS[pattern]);
  if (format === undefined || cell.length > LONGEST) return null;
  const seenNames = new Set<string>();
  const place = (name: string): string => {
    if (!Object.hasOwn(parts, name)) return '';
    if (seenNames.has(name)) return `\\k<${name}>`;
    seenNames.add(name);
    return `(?<${name}>${parts[name]})`;
  };
  // Of what is split by its places every second one is the name of a place.
  const form = format.split(PLACE).map((piece, at) => (at % 2 ? place(piece) : literally(piece)));
  return new RegExp(`^${form.join('')}$`, 'iu').exec(cell.trim())?.groups ?? null;
}

const literally = (piece: string): string =>
  piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, piece.trim() ? ',?\\s*' : ',?\\s+');
