import { definitionTrouble } from '#console/data/definition-trouble.ts';
import type { MenuCount } from '#console/shell/menu/menu-sections.ts';
import { BUILT_IN } from '#resources/built-in.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { ADDRESS, plainAddress, reservedBy } from '#resources/language/reserved-routes.ts';
import type { BrokenFile } from '#resources/protocol/definitions/definitions.ts';

/** A section that does not stand since its file is wrong; administrators alone are told of it. */
export interface BrokenSectionPlace {
  name: string;
  /** Where it would stand. */
  path: string;
  title: string;
  /** Where its entry stands; null for a section that stands in no menu. */
  entry: 'menu' | 'settings' | null;
}

/** The wrong files that speak of a section. */
export const filesOfSection = (broken: readonly BrokenFile[], name: string): BrokenFile[] =>
  broken.filter((one) => one.name === name);

/** How many problems stand at the menu entry of a section: none for people without the right to see them. */
export const problemCount = (name: string): MenuCount => ({
  follow: definitionTrouble.follow,
  now: () => filesOfSection(definitionTrouble.problems(), name).flatMap(({ problems }) => problems).length,
  label: 'definitionFiles.mistakes',
});

/**
 * Sections of wrong files that have no definition to stand by in the meantime: where their files want them, as far as these can
 * be read, else at `/<name>`, in the menu or as a tab of the settings all the same; nowhere, where another section has that too.
 */
export function brokenSections(broken: readonly BrokenFile[], known: readonly Resource[]): BrokenSectionPlace[] {
  const standing = [...BUILT_IN, ...known];
  const names = new Set(standing.map(({ name }) => name));
  const paths = new Set(standing.flatMap(({ routes }) => Object.values(routes).map(plainAddress)));
  return broken.flatMap(({ name, title, path: wanted, area, menu }) => {
    if (name === null || names.has(name)) return [];
    const path = [wanted, `/${name}`].find(
      (one = '') => ADDRESS.test(one) && !paths.has(plainAddress(one)) && reservedBy(one) === null,
    );
    if (path === undefined) return [];
    names.add(name);
    paths.add(plainAddress(path));
    return { name, path, title: title ?? name, entry: menu === false ? null : (area ?? 'menu') };
  });
}
