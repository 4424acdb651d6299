import { definitionTrouble } from '#console/data/definition-trouble.ts';
import type { MenuCount } from '#console/shell/menu-sections.ts';
import { BUILT_IN } from '#resources/built-in.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { reservedBy } from '#resources/language/reserved-routes.ts';
import type { BrokenFile } from '#resources/protocol/definitions.ts';

/** A section that does not stand since its file is wrong; administrators alone are told of it. */
export interface BrokenSectionPlace {
  name: string;
  /** Where it would stand. */
  path: string;
  title: string;
}

/** The wrong files that speak of a section. */
export const filesOfSection = (broken: readonly BrokenFile[], name: string): BrokenFile[] =>
  broken.filter((one) => one.name === name);

/** How many mistakes stand at the menu entry of a section: nothing for who is not told of them. */
export const mistakesOf = (name: string): MenuCount => ({
  follow: definitionTrouble.follow,
  now: () => filesOfSection(definitionTrouble.problems(), name).flatMap(({ problems }) => problems).length,
  label: 'definitionFiles.mistakes',
});

/** Sections of wrong files that have no definition to stand by in the meantime, where nobody else has their address. */
export function brokenSections(broken: readonly BrokenFile[], known: readonly Resource[]): BrokenSectionPlace[] {
  const standing = [...BUILT_IN, ...known];
  const names = new Set(standing.map(({ name }) => name));
  const paths = new Set(standing.map(({ routes }) => routes.list));
  return broken.flatMap(({ name, title }) => {
    const path = `/${name}`;
    if (name === null || names.has(name) || paths.has(path) || reservedBy(path) !== null) return [];
    names.add(name);
    return { name, path, title: title ?? name };
  });
}
