import { definitionTrouble } from '#console/data/definition-trouble.ts';
import type { MenuCount } from '#console/shell/menu/menu-sections.ts';
import { BUILT_IN } from '#resources/built-in.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { CONSOLE_PATH, findRouteOwner, normalizePath } from '#resources/language/reserved-routes.ts';
import type { BrokenFile } from '#resources/protocol/definitions/definitions.ts';

/** A section that cannot be shown because its definition file is invalid; only administrators are told. */
export interface BrokenSectionPlace {
  name: string;
  /** Path at which it would be shown. */
  path: string;
  title: string;
  /** Where its entry is shown; null for a section without an entry. */
  entry: 'menu' | 'settings' | null;
}

/** Invalid files that define this section. */
export const filesOfSection = (brokenFiles: readonly BrokenFile[], name: string): BrokenFile[] =>
  brokenFiles.filter((one) => one.name === name);

/** Badge with the number of problems at the menu entry of a section; 0 for people without the right to see them. */
export const problemCount = (name: string): MenuCount => ({
  subscribe: definitionTrouble.subscribe,
  now: () => filesOfSection(definitionTrouble.problems(), name).flatMap(({ problems }) => problems).length,
  label: 'definitionFiles.mistakes',
});

/**
 * Placeholders for sections whose file is invalid and that have no definition in force. The path and entry come from the file if
 * they can be read, else the path is `/<name>` with an entry in the menu; a section is left out if both paths are taken.
 */
export function brokenSections(
  brokenFiles: readonly BrokenFile[],
  resources: readonly Resource[],
): BrokenSectionPlace[] {
  const validSections = [...BUILT_IN, ...resources];
  const names = new Set(validSections.map(({ name }) => name));
  const paths = new Set(validSections.flatMap(({ routes }) => Object.values(routes).map(normalizePath)));
  return brokenFiles.flatMap(({ name, title, path: requestedPath, area, menu }) => {
    if (name === null || names.has(name)) return [];
    const path = [requestedPath, `/${name}`].find(
      (one = '') => CONSOLE_PATH.test(one) && !paths.has(normalizePath(one)) && findRouteOwner(one) === null,
    );
    if (path === undefined) return [];
    names.add(name);
    paths.add(normalizePath(path));
    return { name, path, title: title ?? name, entry: menu === false ? null : (area ?? 'menu') };
  });
}
