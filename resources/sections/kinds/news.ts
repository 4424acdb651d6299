import * as z from 'zod';
import { currentTime } from '../../clock.ts';
import { defineKind, idsRule } from '../../language/kinds/kind.ts';
import { moment } from '../../language/kinds/moment.ts';
import { isUnsendableDate, unfinishedDate } from '../../language/kinds/unfinished-date.ts';
import { COUNT } from '../../limits.ts';
import { getEntryIds, type PlaceEntry } from '../../rules/place-entry.ts';

/** Scopes within a building or an entrance; `home` is the whole of it (NEWS-34…36). */
const AUDIENCE_SCOPES = ['home', 'flats', 'porches', 'floors', 'pipes'] as const;
export type AudienceScope = (typeof AUDIENCE_SCOPES)[number];

/** The recipients in a form (news.md). */
export interface AudienceValue {
  /** Null: nothing is chosen yet. */
  object: 'all' | 'some' | PlaceEntry | null;
  /** Selected entries, for `some`. */
  checked: PlaceEntry[];
  scope: AudienceScope;
  /** Selected ids of each scope. */
  flats: number[];
  porches: number[];
  floors: number[];
  pipes: number[];
}

/** The recipients on the wire: only the keys of one scope (NEWS-50…52). */
export interface AudienceTarget {
  for_all_objects?: true | undefined;
  buildings?: number[] | undefined;
  /** Without `buildings`, or with them if some of the selected objects are entrances. */
  porches?: number[] | undefined;
  units?: number[] | undefined;
  floors?: number[] | undefined;
  pipes?: number[] | undefined;
}

/** The initial audience; choosing another object resets everything else to it (NEWS-30, NEWS-37). */
export const untouchedAudience = (): AudienceValue => ({
  object: null,
  checked: [],
  scope: 'home',
  flats: [],
  porches: [],
  floors: [],
  pipes: [],
});

/** Wire key of each narrower scope. */
const KEYS = { flats: 'units', porches: 'porches', floors: 'floors', pipes: 'pipes' } as const satisfies Record<
  Exclude<AudienceScope, 'home'>,
  keyof AudienceTarget
>;

function writeAudience(value: AudienceValue): AudienceTarget | null {
  const { object, checked, scope } = value;
  if (object === null) return null;
  if (object === 'all') return { for_all_objects: true };
  if (object === 'some' || scope === 'home') {
    const entries = object === 'some' ? checked : [object];
    const [buildings, porches] = [getEntryIds(entries, 'building'), getEntryIds(entries, 'porch')];
    if (!porches.length) return { buildings };
    return buildings.length ? { buildings, porches } : { porches };
  }
  return { [KEYS[scope]]: value[scope] };
}

/** The mistake in a target with valid ids; null if there is none (NEWS-42…47). */
function findTargetMistake(target: AudienceTarget, missing: string): string | null {
  const presentKeys = Object.keys(target).filter((key) => target[key as keyof AudienceTarget] !== undefined);
  const [onlyKey] = presentKeys;
  if (onlyKey === undefined) return missing;
  const { buildings, porches = [], units = [], floors = [], pipes = [] } = target;
  const isOfObjects = buildings !== undefined && presentKeys.every((key) => key === 'buildings' || key === 'porches');
  if (isOfObjects) return buildings.length + porches.length ? null : 'validation.anyObject';
  if (presentKeys.length > 1) return 'validation.choice';
  if (onlyKey === 'units') return units.length < COUNT.newsFlatsMin ? 'validation.flatsMin' : null;
  if (onlyKey === 'porches') return porches.length ? null : 'validation.anyPorch';
  if (onlyKey === 'floors') return floors.length ? null : 'validation.anyFloor';
  if (onlyKey === 'pipes') return pipes.length ? null : 'validation.anyPipe';
  return null;
}

const ids = idsRule('validation.unknown', 0).optional();

/** A target with valid ids that may be incomplete, for counting recipients while it is being chosen. */
export const targetShape = z.object({
  for_all_objects: z.literal(true, { error: 'validation.choice' }).optional(),
  buildings: ids,
  porches: ids,
  units: ids,
  floors: ids,
  pipes: ids,
});

/**
 * The recipients of an announcement (NEWS-31…52): all objects, some of them, or one building or entrance - the whole of it, or
 * its flats, entrances, floors or risers. Set when the record is created and never changed (`once`).
 */
export const audience = defineKind({
  options: z.object({
    reach: z
      .string()
      .regex(/^\/[a-z0-9/_-]*$/, 'path')
      .optional()
      .describe('Address that says how many a target reaches; asked while the author chooses, never waited for'),
  }),
  rule: (_options, missing) =>
    z.looseObject({}, { error: missing }).pipe(
      targetShape.superRefine((target, context) => {
        const message = findTargetMistake(target, missing);
        if (message) context.addIssue({ code: 'custom', message, input: target });
      }),
    ),
  initial: untouchedAudience,
  write: (value) => (value ? writeAudience(value as AudienceValue) : null),
});

/** Form value: to be published later, without a time yet. */
export const LATER = 'later';

/** Publication time of an announcement, ISO in UTC; empty: at once. The form shows a preview beside it. */
export const publication = defineKind({
  options: z.object({}),
  rule: moment.rule,
  initial: () => null,
  findFormMistake: unfinishedDate,
  getSaveSuffix: (value) =>
    value === LATER || isUnsendableDate(value) || (typeof value === 'string' && Date.parse(value) > currentTime())
      ? 'Later'
      : null,
});
