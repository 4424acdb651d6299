import * as z from 'zod';
import { currentTime } from '../../clock.ts';
import { defineKind, idsRule } from '../../language/kinds/kind.ts';
import { moment } from '../../language/kinds/moment.ts';
import { isUnsendableDate, unfinishedDate } from '../../language/kinds/unfinished-date.ts';
import { COUNT } from '../../limits.ts';
import { entryIds, type PlaceEntry } from '../../rules/place-entry.ts';

/** Narrowings of a building or an entrance; `home` is the whole of it (NEWS-34…36). */
const AUDIENCE_SCOPES = ['home', 'flats', 'porches', 'floors', 'pipes'] as const;
export type AudienceScope = (typeof AUDIENCE_SCOPES)[number];

/** The recipients, as a form holds them (news.md). */
export interface AudienceValue {
  /** Null: nothing chosen yet. */
  object: 'all' | 'some' | PlaceEntry | null;
  /** Ticked entries, for `some`. */
  checked: PlaceEntry[];
  scope: AudienceScope;
  /** Ids, each for the scope of its name. */
  flats: number[];
  porches: number[];
  floors: number[];
  pipes: number[];
}

/** The same on the wire: the keys of one scope and no others (NEWS-50…52). */
export interface AudienceTarget {
  for_all_objects?: true | undefined;
  buildings?: number[] | undefined;
  /** Alone, or beside `buildings` where some of the chosen objects are entrances. */
  porches?: number[] | undefined;
  units?: number[] | undefined;
  floors?: number[] | undefined;
  pipes?: number[] | undefined;
}

/** The initial audience; choosing another object resets everything but the object to it (NEWS-30, NEWS-37). */
export const untouchedAudience = (): AudienceValue => ({
  object: null,
  checked: [],
  scope: 'home',
  flats: [],
  porches: [],
  floors: [],
  pipes: [],
});

/** Key of the wire for each narrower scope. */
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
    const [buildings, porches] = [entryIds(entries, 'building'), entryIds(entries, 'porch')];
    if (!porches.length) return { buildings };
    return buildings.length ? { buildings, porches } : { porches };
  }
  return { [KEYS[scope]]: value[scope] };
}

/** The problem of a target whose ids are ids; null for none (NEWS-42…47). */
function targetProblem(target: AudienceTarget, missing: string): string | null {
  const givenKeys = Object.keys(target).filter((key) => target[key as keyof AudienceTarget] !== undefined);
  const [only] = givenKeys;
  if (only === undefined) return missing;
  const { buildings, porches = [], units = [], floors = [], pipes = [] } = target;
  const objects = buildings !== undefined && givenKeys.every((key) => key === 'buildings' || key === 'porches');
  if (objects) return buildings.length + porches.length ? null : 'validation.anyObject';
  if (givenKeys.length > 1) return 'validation.choice';
  if (only === 'units') return units.length < COUNT.newsFlatsMin ? 'validation.flatsMin' : null;
  if (only === 'porches') return porches.length ? null : 'validation.anyPorch';
  if (only === 'floors') return floors.length ? null : 'validation.anyFloor';
  if (only === 'pipes') return pipes.length ? null : 'validation.anyPipe';
  return null;
}

const ids = idsRule('validation.unknown', 0).optional();

/** A target whose ids are ids, whether or not anybody is in it: what is being chosen right now. */
export const targetShape = z.object({
  for_all_objects: z.literal(true, { error: 'validation.choice' }).optional(),
  buildings: ids,
  porches: ids,
  units: ids,
  floors: ids,
  pipes: ids,
});

/**
 * The recipients of an announcement (NEWS-31…52): all objects, some of them, or one building or entrance - the whole of
 * it, or its flats, entrances, floors or risers. Chosen when the record is made and never changed (`once`).
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
        const message = targetProblem(target, missing);
        if (message) context.addIssue({ code: 'custom', message, input: target });
      }),
    ),
  initial: untouchedAudience,
  write: (value) => (value ? writeAudience(value as AudienceValue) : null),
});

/** In a form: it is to be published later, and when is not said yet. */
export const LATER = 'later';

/**
 * When an announcement is published, ISO in UTC; nothing for at once. The form shows it as residents will see it beside that.
 */
export const publication = defineKind({
  options: z.object({}),
  rule: moment.rule,
  initial: () => null,
  unfinished: unfinishedDate,
  saving: (value) =>
    value === LATER || isUnsendableDate(value) || (typeof value === 'string' && Date.parse(value) > currentTime())
      ? 'Later'
      : null,
});
