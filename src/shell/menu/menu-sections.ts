import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import { definitionTrouble } from '#console/data/definition-trouble.ts';
import { useLevels } from '#console/data/session/access.ts';
import { useFeatures } from '#console/data/session/features.ts';
import { can, type Section } from '#resources/language/access.ts';
import { type Addition, has } from '#resources/language/features.ts';
import type { IconName } from '#resources/language/icons.ts';

/** A number that stands at a menu entry, nothing for 0. */
export interface MenuCount {
  follow: (listener: () => void) => () => void;
  now: () => number;
  /** Text key that says it to a screen reader; `%{count}` is the number. */
  label: string;
}

/** One entry of the left menu. */
export interface MenuSection {
  /** Address it leads to. */
  path: string;
  label: string;
  icon: IconName;
  /** Permission section that it needs, by `see`; left out for what is open to all (SHELL-16). */
  needs?: Section;
  /** Sections of which `see` of any is enough. */
  needsAny?: readonly Section[];
  /** Addition of the server without which it is not there at all. */
  addition?: Addition;
  /** The pages below its address are part of it: it stays marked on them. */
  within?: boolean;
  /** Addresses of its other pages, its forms: it stays marked on them. */
  pages?: readonly string[];
  count?: MenuCount;
  /** Heading that it stands under, with others of the same one. */
  group?: string;
  /** It is only there while its number is more than 0, or where the server has the addition `offered`. */
  troubled?: true;
  offered?: Addition;
}

/** Entries under one heading; of those without one each stands by itself. */
export interface MenuGroup {
  group: string | undefined;
  sections: readonly MenuSection[];
}

/** Entries as they stand, those of a group together. */
export function grouped(sections: readonly MenuSection[]): readonly MenuGroup[] {
  const groups: { group: string | undefined; sections: MenuSection[] }[] = [];
  for (const section of sections) {
    const last = groups.at(-1);
    if (last && last.group === section.group) last.sections.push(section);
    else groups.push({ group: section.group, sections: [section] });
  }
  return groups;
}

/** Every section this installation has, in menu order; given by the app. */
export const MenuContext = createContext<readonly MenuSection[]>([]);

/** The entries the person may see: what is not permitted is not shown (SHELL-14, SHELL-15, G-01). */
export function useMenu(): readonly MenuSection[] {
  const sections = useContext(MenuContext);
  const levels = useLevels();
  const features = useFeatures();
  const trouble = useSyncExternalStore(definitionTrouble.follow, definitionTrouble.now) > 0;
  return useMemo(
    () =>
      sections.filter(
        ({ needs, needsAny, addition, troubled, offered }) =>
          (!troubled || trouble || (offered !== undefined && has(features, offered))) &&
          (!addition || has(features, addition)) &&
          (!needs || can(levels, needs, 'see')) &&
          (!needsAny || needsAny.some((section) => can(levels, section, 'see'))),
      ),
    [sections, levels, features, trouble],
  );
}
