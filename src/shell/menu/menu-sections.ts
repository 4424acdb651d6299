import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import { definitionTrouble } from '#console/data/definition-trouble.ts';
import { useLevels } from '#console/data/session/access.ts';
import { useFeatures } from '#console/data/session/features.ts';
import { can, type Section } from '#resources/language/access.ts';
import { type Addition, hasAddition } from '#resources/language/features.ts';
import type { IconName } from '#resources/language/icons.ts';

/** Number shown at a menu entry; hidden when 0. */
export interface MenuCount {
  subscribe: (listener: () => void) => () => void;
  now: () => number;
  /** i18n key of the text for screen readers; `%{count}` is the number. */
  label: string;
}

/** One entry of the left menu. */
export interface MenuSection {
  /** Path of its page. */
  path: string;
  label: string;
  icon: IconName;
  /** Permission section of which `see` is required; omitted for entries open to all (SHELL-16). */
  needs?: Section;
  /** `see` of any of these sections is enough. */
  needsAny?: readonly Section[];
  /** Server feature that it requires. */
  addition?: Addition;
  /** Also marked as current on all paths below its own. */
  within?: boolean;
  /** Paths of its other pages, such as forms, on which it is marked as current. */
  pages?: readonly string[];
  count?: MenuCount;
  /** Heading of its group. */
  group?: string;
  /** Shown only while there are definition problems, or if the server has the feature `offered`. */
  troubled?: true;
  offered?: Addition;
}

/** Entries under one heading; entries without a heading have no group. */
export interface MenuGroup {
  group: string | undefined;
  sections: readonly MenuSection[];
}

/** Groups adjacent entries with the same heading. */
export function groupSections(sections: readonly MenuSection[]): readonly MenuGroup[] {
  const groups: { group: string | undefined; sections: MenuSection[] }[] = [];
  for (const section of sections) {
    const last = groups.at(-1);
    if (last && last.group === section.group) last.sections.push(section);
    else groups.push({ group: section.group, sections: [section] });
  }
  return groups;
}

/** All sections of this installation in menu order; provided by the app. */
export const MenuContext = createContext<readonly MenuSection[]>([]);

/** The entries that the person may see; others are hidden (SHELL-14, SHELL-15, G-01). */
export function useMenu(): readonly MenuSection[] {
  const sections = useContext(MenuContext);
  const levels = useLevels();
  const features = useFeatures();
  const hasTrouble = useSyncExternalStore(definitionTrouble.subscribe, definitionTrouble.now) > 0;
  return useMemo(
    () =>
      sections.filter(
        ({ needs, needsAny, addition, troubled, offered }) =>
          (!troubled || hasTrouble || (offered !== undefined && hasAddition(features, offered))) &&
          (!addition || hasAddition(features, addition)) &&
          (!needs || can(levels, needs, 'see')) &&
          (!needsAny || needsAny.some((section) => can(levels, section, 'see'))),
      ),
    [sections, levels, features, hasTrouble],
  );
}
