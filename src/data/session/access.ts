import { useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import {
  type Levels,
  type RecordAction,
  type RecordRules,
  type Refusal,
  refusal,
  type Section,
  type Subject,
} from '#resources/language/access.ts';
import { type Building, fullyAccessibleBuildingIds } from '../buildings/building-list.ts';
import { useBuildings } from '../buildings/buildings.ts';
import { PreviewContext } from '../preview.ts';
import { onSessionChange, session } from './session.ts';

const NO_LEVELS: Levels = {};

/** The stored levels of the person; without levels nothing is allowed. */
export function currentLevels(): Levels {
  return (session.permissions.get() ?? NO_LEVELS) as Levels;
}

/** The levels of the person; re-renders when they change. */
export function useLevels(): Levels {
  const stored = useSyncExternalStore(onSessionChange, currentLevels);
  return useContext(PreviewContext)?.levels ?? stored;
}

/** Clears the cache of `canAccess` in react-admin when the levels change; used once, around all pages. */
export function useClearRightsCache(): void {
  const levels = useLevels();
  const queryClient = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the levels change
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: ['auth', 'canAccess'] });
  }, [levels, queryClient]);
}

/** Sets of building ids, cached by the building list they were made from. */
const buildingSets = new WeakMap<readonly Building[], Required<Pick<Subject, 'buildings' | 'wholeBuildings'>>>();

function accessibleBuildings(buildings: readonly Building[]) {
  const cachedSets = buildingSets.get(buildings);
  if (cachedSets) return cachedSets;
  const sets = {
    buildings: new Set(buildings.map(({ id }) => id)),
    wholeBuildings: fullyAccessibleBuildingIds(buildings),
  };
  buildingSets.set(buildings, sets);
  return sets;
}

/** The subject of access rules: levels, own id, accessible buildings. */
export function useSubject(): Subject {
  const levels = useLevels();
  const user = useSyncExternalStore(onSessionChange, session.userId.get);
  const { buildings, isPending, error } = useBuildings();
  return useMemo(
    () => ({
      levels,
      ...(user === null ? {} : { user }),
      ...(isPending || error ? {} : accessibleBuildings(buildings)),
    }),
    [levels, user, buildings, isPending, error],
  );
}

/**
 * Why the person may not do this; null if they may. Decided by the stored levels, without a call.
 * @param record the record, for rules about single records
 */
export function useRefusal(
  section: Section,
  action: RecordAction,
  rules?: RecordRules,
  record?: Readonly<Record<string, unknown>>,
): Refusal | null {
  const subject = useSubject();
  return useMemo(() => refusal(subject, section, action, rules, record), [subject, section, action, rules, record]);
}

type Translate = (key: string, params?: Record<string, unknown>) => string;

/**
 * A refusal as title and line: the missing right, and the current level.
 * @param own i18n key for refusals about the own record, for actions nobody may do to themselves
 */
export function refusalText(why: Refusal, translate: Translate, own = 'access.own'): { title: string; line: string } {
  if (why.reason === 'own') return { title: translate(own), line: '' };
  if (why.reason !== 'level') return { title: translate(`access.${why.reason}`), line: '' };
  const section = translate(`access.sections.${why.section}`, { _: translate(`resources.${why.section}.page.list`) });
  const right = translate(`access.rights.${why.section}.${why.needed}`, {
    _: translate(`access.rights.other.${why.needed}`),
  });
  return { title: translate('access.noRight', { section, right }), line: translate(`access.has.${why.has}`) };
}

/** Whether the levels have loaded; until then nothing is considered forbidden. */
export function useAreLevelsLoaded(): boolean {
  return useSyncExternalStore(onSessionChange, () => session.permissions.get() !== null);
}
