import { RESOURCES } from '#resources/index.ts';
import { findAuditNameProblems } from '#resources/language/audit-kinds.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import {
  checkConflicts,
  DefinitionError,
  danglingReferences,
  type LoadedDefinition,
  pointsWithoutPlan,
  relationsWithoutCard,
} from '#resources/language/read-definition.ts';
import {
  formerNameProblems,
  formerNames,
  type OtherSection,
  renameReferencedSections,
} from '#resources/language/section-names.ts';
import { sectionTitle } from '#resources/language/words.ts';
import type { BrokenFile } from '#resources/protocol/definitions/definitions.ts';
import { readSectionHeader, type SectionHeader } from './broken-text.ts';
import { DIRECTORIES_FILE, DIRECTORY_RESOURCES } from './directories.ts';
import { explainDefinitionError, parseDefinitionText } from './read-text.ts';

/** A definition file, or a module's definition, to be combined with the built-in ones. */
export interface Candidate {
  file: string;
  source: string | null;
  /**
   * Parses the definition.
   * @throws an error for `explain`
   */
  read(): Resource;
}

/** Definitions that can be used together, and the problems of the others. */
export interface CombinedDefinitions {
  /** `written` is the definition as in its file; in `resource` references use the new names of renamed sections. */
  sound: readonly { file: string; resource: Resource; written: Resource }[];
  problems: readonly BrokenFile[];
}

/** Creates a candidate from the text of a file. */
export const textCandidate = (file: string, source: string): Candidate => ({
  file,
  source,
  read: () => parseDefinitionText(source, file),
});

/** The built-in definitions, which take precedence. */
export const builtInDefinitions = (): LoadedDefinition[] => [
  ...RESOURCES.map((resource) => ({ source: `resources/${resource.name}.ts`, resource, builtIn: true })),
  ...Object.values(DIRECTORY_RESOURCES).map((resource) => ({ source: DIRECTORIES_FILE, resource, builtIn: true })),
];

/**
 * Combines definitions with the built-in ones and each other, and drops those with problems. This one check is used by the server
 * when it reads its folder, by `resource:check` and by the validation page. Of two that clash the earlier one stays. A definition
 * with references to missing sections, or relations to sections without a card, is dropped, and that may break others in turn.
 */
export function combineDefinitions(candidates: readonly Candidate[]): CombinedDefinitions {
  const accepted = builtInDefinitions();
  const sound: { file: string; resource: Resource; written: Resource }[] = [];
  const problems: BrokenFile[] = [];
  const sources = new Map(candidates.map(({ file, source }) => [file, source]));
  for (const candidate of candidates) {
    const { file, source } = candidate;
    try {
      const resource = candidate.read();
      const nameErrors = findAuditNameProblems(resource);
      if (nameErrors.length) throw new DefinitionError(file, nameErrors);
      checkConflicts([...accepted, { source: file, resource }]);
      accepted.push({ source: file, resource });
      sound.push({ file, resource, written: resource });
    } catch (error) {
      problems.push({ file, ...readSectionHeader(source), problems: explainDefinitionError(error, source) });
    }
  }
  const renamed = withoutTakenNames(sound, problems, sources);
  const names = formerNames(renamed.map(({ resource }) => resource));
  const followed = renamed.map((one) => ({ ...one, resource: renameReferencedSections(one.resource, names) }));
  return { sound: withoutDangling(followed, problems, sources), problems };
}

/** Drops and reports definitions whose former name is taken; the names in files with problems count as taken too. */
function withoutTakenNames(
  sound: CombinedDefinitions['sound'],
  problems: BrokenFile[],
  sources: ReadonlyMap<string, string | null>,
): CombinedDefinitions['sound'] {
  const otherSections: OtherSection[] = [
    ...builtInDefinitions().map(({ resource: { name } }) => ({ name, builtIn: true })),
    ...sound.map(({ resource: { name } }) => ({ name })),
    ...problems.flatMap(({ name }) => (name === null ? [] : { name })),
  ];
  return sound.filter(({ file, resource }) => {
    const { name, was } = resource;
    const nameProblems = formerNameProblems(resource, otherSections);
    if (nameProblems.length) {
      const sentences = explainDefinitionError(new DefinitionError(file, nameProblems), sources.get(file) ?? null);
      problems.push({ file, ...sectionHeader(resource), problems: sentences });
    } else if (was !== undefined) otherSections.push({ name, was });
    return nameProblems.length === 0;
  });
}

/** Drops and reports definitions whose fields refer to a missing section; repeated, since dropping one may break another. */
function withoutDangling(
  sound: CombinedDefinitions['sound'],
  problems: BrokenFile[],
  sources: ReadonlyMap<string, string | null>,
): CombinedDefinitions['sound'] {
  const names = new Set(sound.flatMap(({ resource }) => (resource.generic ? resource.name : [])));
  const resources = [...RESOURCES, ...sound.map(({ resource }) => resource)];
  const dropped = sound.filter(({ file, resource }) => {
    const dangling = [
      ...danglingReferences(resource, names),
      ...relationsWithoutCard(resource, resources),
      ...pointsWithoutPlan(resource, resources),
    ];
    const explainDangling = () =>
      explainDefinitionError(new DefinitionError(file, dangling), sources.get(file) ?? null);
    if (dangling.length) problems.push({ file, ...sectionHeader(resource), problems: explainDangling() });
    return dangling.length > 0;
  });
  const remaining = sound.filter((one) => !dropped.includes(one));
  return dropped.length ? withoutDangling(remaining, problems, sources) : remaining;
}

/** Name, title and place of a section, for the list of problems. */
const sectionHeader = ({ name, words, routes, area, menu }: Resource): SectionHeader => ({
  name,
  title: sectionTitle(words),
  path: routes.list,
  ...(area ? { area } : {}),
  ...(menu ? {} : { menu }),
});
