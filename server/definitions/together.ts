import * as z from 'zod';
import { RESOURCES } from '#resources/index.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import {
  checkTogether,
  DefinitionError,
  danglingReferences,
  type Standing,
} from '#resources/language/read-definition.ts';
import { capitalise, sectionTitle } from '#resources/language/words.ts';
import { explain, readText } from './read-text.ts';

/** A definition that wants to stand beside the built-in ones: the text of a file, or why it could not be read. */
export interface Candidate {
  file: string;
  source: string | null;
  /** @throws what is wrong with it, for `explain` */
  read(): Resource;
}

/** What is wrong with one file. */
export interface FileProblems {
  file: string;
  /** Name of the section as far as the file tells it. */
  name: string | null;
  /** What people read of it in the menu, as far as the file tells it. */
  title: string | null;
  problems: string[];
}

/** Definitions that can stand side by side, and what is wrong with the others. */
export interface Together {
  sound: readonly { file: string; resource: Resource }[];
  problems: readonly FileProblems[];
}

/** A candidate out of the text of a file. */
export const ofText = (file: string, source: string): Candidate => ({
  file,
  source,
  read: () => readText(source, file),
});

/** The built-in definitions, as those that come first. */
export const builtIn = (): Standing[] =>
  RESOURCES.map((resource) => ({ source: `resources/${resource.name}.ts`, resource, builtIn: true }));

/**
 * Which definitions hold, beside the built-in ones and each other: the one judgement of the server that reads its folder, of
 * `resource:check` and of the page that looks at a file beforehand. Of two that clash the earlier one holds; one whose
 * fields point at a section that is not there does not, and leaving it out may cut off another.
 */
export function together(candidates: readonly Candidate[]): Together {
  const standing = builtIn();
  const sound: { file: string; resource: Resource }[] = [];
  const problems: FileProblems[] = [];
  const sources = new Map(candidates.map(({ file, source }) => [file, source]));
  for (const candidate of candidates) {
    const { file, source } = candidate;
    try {
      const resource = candidate.read();
      checkTogether([...standing, { source: file, resource }]);
      standing.push({ source: file, resource });
      sound.push({ file, resource });
    } catch (error) {
      problems.push({ file, name: nameIn(source), title: titleIn(source), problems: explain(error, source) });
    }
  }
  return { sound: withoutDangling(sound, problems, sources), problems };
}

const NAME = /^[a-z][a-z0-9-]{0,39}$/;

/** The name that a file gives its section; null where it says none that can be read. */
export function nameIn(source: string | null): string | null {
  try {
    const { name } = JSON.parse(source ?? '{}') as { name?: unknown };
    return typeof name === 'string' && NAME.test(name) ? name : null;
  } catch {
    // What is no JSON may still begin with the name.
    return /"name"\s*:\s*"([a-z][a-z0-9-]{0,39})"/.exec(source ?? '')?.[1] ?? null;
  }
}

const wordsIn = z.object({ words: z.object({ title: z.string().optional(), plural: z.string() }) });
/** Longer ones are no title. */
const TITLE_MAX = 60;

/** What a file calls its section in the menu; null where it says nothing that can be read. */
function titleIn(source: string | null): string | null {
  try {
    const { title, plural } = wordsIn.parse(JSON.parse(source ?? '{}')).words;
    const called = (title ?? plural).trim();
    return called !== '' && called.length <= TITLE_MAX ? capitalise(called) : null;
  } catch {
    // A mistake in the words, or no JSON at all: the section is called by its name.
    return null;
  }
}

/** Those whose fields point at sections that are there; the others are told of. Leaving one out may cut off another. */
function withoutDangling(
  sound: Together['sound'],
  problems: FileProblems[],
  sources: ReadonlyMap<string, string | null>,
): Together['sound'] {
  const names = new Set(sound.flatMap(({ resource }) => (resource.generic ? resource.name : [])));
  const cut = sound.filter(({ file, resource }) => {
    const dangling = danglingReferences(resource, names);
    const said = () => explain(new DefinitionError(file, dangling), sources.get(file) ?? null);
    const title = sectionTitle(resource.words);
    if (dangling.length) problems.push({ file, name: resource.name, title, problems: said() });
    return dangling.length > 0;
  });
  const left = sound.filter((one) => !cut.includes(one));
  return cut.length ? withoutDangling(left, problems, sources) : left;
}
