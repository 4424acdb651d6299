import { RESOURCES } from '#resources/index.ts';
import { auditNameProblems } from '#resources/language/audit-kinds.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import {
  cardlessRelations,
  checkTogether,
  DefinitionError,
  danglingReferences,
  planlessPoints,
  type Standing,
} from '#resources/language/read-definition.ts';
import {
  formerNameProblems,
  formerNames,
  type OtherSection,
  withSectionNames,
} from '#resources/language/section-names.ts';
import { sectionTitle } from '#resources/language/words.ts';
import type { BrokenFile } from '#resources/protocol/definitions/definitions.ts';
import { type Said, saidIn } from './broken-text.ts';
import { DIRECTORIES_FILE, DIRECTORY_RESOURCES } from './directories.ts';
import { explain, readText } from './read-text.ts';

/** A definition that wants to stand beside the built-in ones: the text of a file, or why it could not be read. */
export interface Candidate {
  file: string;
  source: string | null;
  /** @throws what is wrong with it, for `explain` */
  read(): Resource;
}

/** Definitions that can stand side by side, and what is wrong with the others. */
export interface CombinedDefinitions {
  /** `written`: as its file says it; the references of `resource` lead to sections by their new names. */
  sound: readonly { file: string; resource: Resource; written: Resource }[];
  problems: readonly BrokenFile[];
}

/** A candidate out of the text of a file. */
export const ofText = (file: string, source: string): Candidate => ({
  file,
  source,
  read: () => readText(source, file),
});

/** The built-in definitions, as those that come first. */
export const builtIn = (): Standing[] => [
  ...RESOURCES.map((resource) => ({ source: `resources/${resource.name}.ts`, resource, builtIn: true })),
  ...Object.values(DIRECTORY_RESOURCES).map((resource) => ({ source: DIRECTORIES_FILE, resource, builtIn: true })),
];

/**
 * Which definitions hold, beside the built-in ones and each other: the one check of the server that reads its folder, of
 * `resource:check` and of the page that looks at a file beforehand. Of two that clash the earlier one holds; one whose
 * fields point at a section that is not there, or ask for a list on a card that is not there, does not, and leaving it out may cut
 * off another.
 */
export function combineDefinitions(candidates: readonly Candidate[]): CombinedDefinitions {
  const standing = builtIn();
  const sound: { file: string; resource: Resource; written: Resource }[] = [];
  const problems: BrokenFile[] = [];
  const sources = new Map(candidates.map(({ file, source }) => [file, source]));
  for (const candidate of candidates) {
    const { file, source } = candidate;
    try {
      const resource = candidate.read();
      const misnamed = auditNameProblems(resource);
      if (misnamed.length) throw new DefinitionError(file, misnamed);
      checkTogether([...standing, { source: file, resource }]);
      standing.push({ source: file, resource });
      sound.push({ file, resource, written: resource });
    } catch (error) {
      problems.push({ file, ...saidIn(source), problems: explain(error, source) });
    }
  }
  const renamed = withoutTakenNames(sound, problems, sources);
  const names = formerNames(renamed.map(({ resource }) => resource));
  const followed = renamed.map((one) => ({ ...one, resource: withSectionNames(one.resource, names) }));
  return { sound: withoutDangling(followed, problems, sources), problems };
}

/** Drops definitions whose former name is taken, and reports them. The name that a wrong file gives counts as taken too. */
function withoutTakenNames(
  sound: CombinedDefinitions['sound'],
  problems: BrokenFile[],
  sources: ReadonlyMap<string, string | null>,
): CombinedDefinitions['sound'] {
  const otherSections: OtherSection[] = [
    ...builtIn().map(({ resource: { name } }) => ({ name, builtIn: true })),
    ...sound.map(({ resource: { name } }) => ({ name })),
    ...problems.flatMap(({ name }) => (name === null ? [] : { name })),
  ];
  return sound.filter(({ file, resource }) => {
    const { name, was } = resource;
    const nameProblems = formerNameProblems(resource, otherSections);
    if (nameProblems.length) {
      const sentences = explain(new DefinitionError(file, nameProblems), sources.get(file) ?? null);
      problems.push({ file, ...sectionPlace(resource), problems: sentences });
    } else if (was !== undefined) otherSections.push({ name, was });
    return nameProblems.length === 0;
  });
}

/** Drops definitions whose fields point at a missing section, and reports them. Dropping one may cut off another. */
function withoutDangling(
  sound: CombinedDefinitions['sound'],
  problems: BrokenFile[],
  sources: ReadonlyMap<string, string | null>,
): CombinedDefinitions['sound'] {
  const names = new Set(sound.flatMap(({ resource }) => (resource.generic ? resource.name : [])));
  const resources = [...RESOURCES, ...sound.map(({ resource }) => resource)];
  const cut = sound.filter(({ file, resource }) => {
    const dangling = [
      ...danglingReferences(resource, names),
      ...cardlessRelations(resource, resources),
      ...planlessPoints(resource, resources),
    ];
    const said = () => explain(new DefinitionError(file, dangling), sources.get(file) ?? null);
    if (dangling.length) problems.push({ file, ...sectionPlace(resource), problems: said() });
    return dangling.length > 0;
  });
  const left = sound.filter((one) => !cut.includes(one));
  return cut.length ? withoutDangling(left, problems, sources) : left;
}

/** Name, title and place of a section whose file can be read as a whole. */
const sectionPlace = ({ name, words, routes, area, menu }: Resource): Said => ({
  name,
  title: sectionTitle(words),
  path: routes.list,
  ...(area ? { area } : {}),
  ...(menu ? {} : { menu }),
});
