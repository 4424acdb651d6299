import * as z from 'zod';
import { dayRangeMistake, dayRule } from '#resources/language/kinds/day-range.ts';
import { KINDS } from '#resources/language/kinds/registry.ts';
import { seenVersion } from '#resources/protocol/versions.ts';
import { audit } from '#server/access/audit.ts';
import type { ReadingType } from '#server/db/tables/places.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { refuseStale } from '#server/records/record-version.ts';
import { camerasToLink, type LinkedCamera, relink } from './camera-queries.ts';
import { settingsToChange, updateSettings, versionedLinks, versionedSettings } from './queries.ts';

const MISSING = 'validation.required';

/**
 * What is saved (SET-39, SET-40). `cameras` left out leaves the links alone; `version` left out saves over whatever
 * somebody else may have saved.
 */
export const settingsBody = z
  .object({
    submit_start_day: dayRule,
    submit_end_day: dayRule,
    reading_types: KINDS['reading-types'].rule({}, MISSING) as z.ZodType<ReadingType[]>,
    cameras: (KINDS.selection.rule({}, MISSING) as z.ZodType<number[]>).optional(),
    version: seenVersion.optional(),
  })
  .superRefine(({ submit_start_day: first, submit_end_day: last, reading_types }, context) => {
    const refuse = (part: 'start' | 'end', message: string) =>
      context.addIssue({ code: 'custom', path: [`submit_${part}_day`], message });
    const wrong = dayRangeMistake(first, last, MISSING);
    if (wrong) refuse(wrong.part, wrong.message);
    // Without days nobody could send what is collected (SET-37).
    else if (reading_types.length && first === null)
      for (const part of ['start', 'end'] as const) refuse(part, MISSING);
  });
export type SettingsBody = z.output<typeof settingsBody>;

/**
 * Saves the settings of a building, and its cameras when they are named: both or neither.
 * @throws ApiError not_found; partial_building when an entrance is not theirs; record_changed when somebody saved meanwhile.
 * FieldsError for a camera that is not in reach
 */
export async function saveSettings(
  trx: Db,
  { user, building, body, request }: { user: number; building: number; body: SettingsBody; request: string },
): Promise<void> {
  const holder = { user };
  const before = await settingsToChange(trx, holder, building);
  if (!before) throw new ApiError('not_found');
  if (!before.whole) throw new ApiError('partial_building');
  const known = body.cameras && (await camerasToLink(trx, holder, building, body.cameras));
  const linked = known?.filter((camera) => camera.linked).map(({ id }) => id);
  const parts = [versionedSettings(before), ...(linked ? [versionedLinks(linked)] : [])];
  await refuseStale(trx, body.version, { resource: 'building-settings', record: building, parts });
  const { submit_start_day, submit_end_day, reading_types } = body;
  const settings = { submit_start_day, submit_end_day, reading_types };
  await updateSettings(trx, building, settings);
  const cameras = known && (await linkCameras(trx, building, known, body.cameras ?? []));
  const { whole: _, ...was } = before;
  await audit(trx, {
    user,
    action: 'update',
    resource: 'building-settings',
    record: building,
    before: { ...was, ...(cameras ? { cameras: cameras.before } : {}) },
    after: { id: building, ...settings, ...(cameras ? { cameras: cameras.after } : {}) },
    request,
  });
}

/** Links the chosen cameras to the building and no others, save those that would belong to no building at all then. */
async function linkCameras(
  trx: Db,
  building: number,
  known: readonly LinkedCamera[],
  chosen: readonly number[],
): Promise<{ before: number[]; after: number[] }> {
  const ids = new Set(known.map(({ id }) => id));
  if (chosen.some((id) => !ids.has(id))) throw new FieldsError({ cameras: ['validation.unknown'] });
  const wanted = new Set(chosen);
  const add = known.filter(({ id, linked }) => !linked && wanted.has(id)).map(({ id }) => id);
  const drop = known.filter(({ id, linked, elsewhere }) => linked && elsewhere && !wanted.has(id)).map(({ id }) => id);
  await relink(trx, building, { add, drop });
  const before = known.filter(({ linked }) => linked).map(({ id }) => id);
  return { before, after: [...before.filter((id) => !drop.includes(id)), ...add].sort((a, b) => a - b) };
}
