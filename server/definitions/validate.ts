import type { Resource } from '#resources/language/define-resource.ts';
import { saidIn } from './broken-text.ts';
import { type Candidate, combineDefinitions, ofText } from './combine.ts';

/** What is told of a text: the definition in it, or a sentence for each mistake. */
export interface Validation {
  resource: Resource | null;
  problems: readonly string[];
}

/**
 * Validates the text of a file as if it stood in the folder.
 * @param extra definitions that stand there; the one of the same name is replaced by it
 */
export function validate(source: string, extra: readonly Resource[]): Validation {
  const mine = ofText('', source);
  const { name: named } = saidIn(source);
  const others = extra.filter(({ name }) => name !== named);
  const standing = others.map((one): Candidate => ({ file: one.name, source: null, read: () => one }));
  const { sound, problems } = combineDefinitions([...standing, mine]);
  return {
    resource: sound.find(({ file }) => file === mine.file)?.resource ?? null,
    problems: problems.find(({ file }) => file === mine.file)?.problems ?? [],
  };
}
