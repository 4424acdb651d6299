import { text } from '#i18n/text.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import type { BrokenFile } from '#resources/protocol/definitions/definitions.ts';
import { formerNameIn, saidIn } from './broken-text.ts';
import { type Candidate, combineDefinitions, ofText } from './combine.ts';

/** Result for a text: the definition in it, or a sentence for each problem. */
export interface Validation {
  resource: Resource | null;
  problems: readonly string[];
}

/** A definition that stands in the folder, as a candidate. */
const standing = (one: Resource): Candidate => ({ file: one.name, source: null, read: () => one });

/**
 * Validates the text of a file as if it stood in the folder.
 * @param extra definitions that stand there
 * @param replaced names of those that the text is put in the place of, where its file is known: then it may break none of the others.
 * Left out: the one of the same name, or of the name that the section had
 */
export function validate(source: string, extra: readonly Resource[], replaced?: readonly string[]): Validation {
  const mine = ofText('', source);
  const { name: named } = saidIn(source);
  const was = formerNameIn(source);
  const others = extra.filter(({ name }) => (replaced ? !replaced.includes(name) : name !== named && name !== was));
  const { sound, problems } = combineDefinitions([...others.map(standing), mine]);
  const resource = sound.find(({ file }) => file === mine.file)?.resource ?? null;
  const ownProblems = problems.find(({ file }) => file === mine.file)?.problems ?? [];
  if (!resource || !replaced) return { resource, problems: ownProblems };
  const broken = newlyBroken(problems, extra);
  return { resource: broken.length ? null : resource, problems: broken };
}

/** Which of the definitions that stand would not do without some of them, a sentence for each problem. @param removed names of those */
export function brokenWithout(extra: readonly Resource[], removed: readonly string[]): string[] {
  const left = extra.filter(({ name }) => !removed.includes(name));
  return newlyBroken(combineDefinitions(left.map(standing)).problems, extra);
}

/** Problems of other sections that they do not have now. */
function newlyBroken(problems: readonly BrokenFile[], extra: readonly Resource[]): string[] {
  if (!problems.length) return [];
  const before = new Set(combineDefinitions(extra.map(standing)).problems.map(({ file }) => file));
  return problems
    .filter(({ file }) => file !== '' && !before.has(file))
    .flatMap(({ file, title, problems: sentences }) =>
      sentences.map((sentence) => text('definitions.breaksOther', { title: title ?? file, sentence })),
    );
}
