import { text } from '#i18n/text.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import type { BrokenFile } from '#resources/protocol/definitions/definitions.ts';
import { readFormerName, readSectionHeader } from './broken-text.ts';
import { type Candidate, combineDefinitions, textCandidate } from './combine.ts';

/** Result of validating a text: its definition, or one sentence per problem. */
export interface Validation {
  resource: Resource | null;
  problems: readonly string[];
}

/** A definition of the folder as a candidate. */
const toCandidate = (one: Resource): Candidate => ({ file: one.name, source: null, read: () => one });

/**
 * Validates the text of a file as if it were in the folder.
 * @param extra the definitions in the folder
 * @param replaced names of the sections that the text replaces, if its file is known; then it must not break other sections.
 * Default: sections with its name or former name
 */
export function validateDefinition(
  source: string,
  extra: readonly Resource[],
  replaced?: readonly string[],
): Validation {
  const candidate = textCandidate('', source);
  const { name: named } = readSectionHeader(source);
  const was = readFormerName(source);
  const others = extra.filter(({ name }) => (replaced ? !replaced.includes(name) : name !== named && name !== was));
  const { sound, problems } = combineDefinitions([...others.map(toCandidate), candidate]);
  const resource = sound.find(({ file }) => file === candidate.file)?.resource ?? null;
  const ownProblems = problems.find(({ file }) => file === candidate.file)?.problems ?? [];
  if (!resource || !replaced) return { resource, problems: ownProblems };
  const broken = newProblems(problems, extra);
  return { resource: broken.length ? null : resource, problems: broken };
}

/**
 * Problems of the remaining definitions if some are removed, one sentence each.
 * @param removed names of the removed ones
 */
export function problemsWithout(extra: readonly Resource[], removed: readonly string[]): string[] {
  const remaining = extra.filter(({ name }) => !removed.includes(name));
  return newProblems(combineDefinitions(remaining.map(toCandidate)).problems, extra);
}

/** Problems of other sections that they do not already have. */
function newProblems(problems: readonly BrokenFile[], extra: readonly Resource[]): string[] {
  if (!problems.length) return [];
  const before = new Set(combineDefinitions(extra.map(toCandidate)).problems.map(({ file }) => file));
  return problems
    .filter(({ file }) => file !== '' && !before.has(file))
    .flatMap(({ file, title, problems: sentences }) =>
      sentences.map((sentence) => text('definitions.breaksOther', { title: title ?? file, sentence })),
    );
}
