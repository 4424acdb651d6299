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
import { type Building, wholeBuildingIds } from '../buildings/building-list.ts';
import { useBuildings } from '../buildings/buildings.ts';
import { PreviewContext } from '../preview.ts';
import { onSessionChange, session } from './session.ts';

const NO_LEVELS: Levels = {};

/** The person's levels as they are stored now; unknown ones allow nothing. */
export function levelsNow(): Levels {
  return (session.permissions.get() ?? NO_LEVELS) as Levels;
}

/** The person's levels, followed: a right given or taken shows at once. */
export function useLevels(): Levels {
  const stored = useSyncExternalStore(onSessionChange, levelsNow);
  return useContext(PreviewContext)?.levels ?? stored;
}

/** Clears react-admin's cache of rights by record whenever the levels change; once, around every page. */
export function useForgetRights(): void {
  const levels = useLevels();
  const queryClient = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the levels change
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: ['auth', 'canAccess'] });
  }, [levels, queryClient]);
}

/** Sets of the wholly open buildings by the list they were taken from: one for all callers. */
const places = new WeakMap<readonly Building[], Required<Pick<Subject, 'buildings' | 'wholeBuildings'>>>();

function openPlaces(buildings: readonly Building[]) {
  const known = places.get(buildings);
  if (known) return known;
  const made = { buildings: new Set(buildings.map(({ id }) => id)), wholeBuildings: wholeBuildingIds(buildings) };
  places.set(buildings, made);
  return made;
}

/** The subject of access rules: levels, own id, buildings that are wholly open. */
export function useSubject(): Subject {
  const levels = useLevels();
  const user = useSyncExternalStore(onSessionChange, session.userId.get);
  const { buildings, isPending, error } = useBuildings();
  return useMemo(
    () => ({
      levels,
      ...(user === null ? {} : { user }),
      ...(isPending || error ? {} : openPlaces(buildings)),
    }),
    [levels, user, buildings, isPending, error],
  );
}

/**
 * Why the person may not do this, or null when they may. Looked up in the levels, without a call.
 * @param record the record in question, for rules about single records
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
 * A refusal in two lines: the missing right, and the present level.
 * @param own key of the sentence about one's own record, for actions that nobody may do to themselves
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

/** Whether the person's levels have arrived; before that nothing is known to be forbidden. */
export function useLevelsKnown(): boolean {
  return useSyncExternalStore(onSessionChange, () => session.permissions.get() !== null);
}
