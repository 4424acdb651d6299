import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import { useLevels } from '#console/data/access.ts';
import { definitionTrouble } from '#console/data/definition-trouble.ts';
import { can, type Section } from '#resources/language/access.ts';
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
  /** Permission section whose `see` it needs; left out for what everybody may open (SHELL-16). */
  needs?: Section;
  /** The pages below its address are part of it: it stays marked on them. */
  within?: boolean;
  /** Addresses of its other pages, its forms: it stays marked on them. */
  pages?: readonly string[];
  count?: MenuCount;
  /** It is only there while its number is more than 0. */
  troubled?: true;
}

/** Every section this installation has, in menu order; given by the app. */
export const MenuContext = createContext<readonly MenuSection[]>([]);

/** The entries the person may see: what is not permitted is not shown (SHELL-14, SHELL-15, G-01). */
export function useMenu(): readonly MenuSection[] {
  const sections = useContext(MenuContext);
  const levels = useLevels();
  const trouble = useSyncExternalStore(definitionTrouble.follow, definitionTrouble.now) > 0;
  return useMemo(
    () => sections.filter(({ needs, troubled }) => (!troubled || trouble) && (!needs || can(levels, needs, 'see'))),
    [sections, levels, trouble],
  );
}
