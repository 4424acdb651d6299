import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { seenVersion } from '#resources/protocol/versions.ts';
import { settingsBuildings } from '#resources/sections/buildings.ts';
import { dayRangeMistake, dayRule, readingTypes, selection } from '#resources/sections/kinds/buildings.ts';
import type { Principal, Reader } from '#server/access/reader.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { recordWrites } from '#server/records/kit/writes.ts';
import { camerasToLink, type LinkedCamera, relink } from './camera-queries.ts';
import {
  type StoredSettings,
  settingsFields,
  settingsToChange,
  updateSettings,
  versionedLinks,
  versionedSettings,
} from './queries.ts';

const MISSING = 'validation.required';

/**
 * The settings to save (SET-39, SET-40). `cameras` left out leaves the links alone; `version` left out overwrites other
 * people's changes.
 */
export const settingsBody = z
  .object({
    ...settingsFields.rules,
    submit_start_day: dayRule,
    submit_end_day: dayRule,
    reading_types: readingTypes.rule({}, MISSING),
    cameras: selection.rule({}, MISSING).optional(),
    version: seenVersion.optional(),
  })
  .superRefine(({ submit_start_day: first, submit_end_day: last, reading_types }, context) => {
    const refuse = (part: 'start' | 'end', message: string) =>
      context.addIssue({ code: 'custom', path: [`submit_${part}_day`], message });
    const wrong = dayRangeMistake(first, last, MISSING);
    if (wrong) refuse(wrong.part, wrong.message);
    // Without submission days nobody could send readings (SET-37).
    else if (reading_types.length && first === null)
      for (const part of ['start', 'end'] as const) refuse(part, MISSING);
  });
type SettingsBody = z.output<typeof settingsBody>;

/** The settings of a building to change. @throws ApiError partial_building when an entrance is not the reader's */
async function ownSettings(trx: Db, principal: Principal, id: number): Promise<StoredSettings | null> {
  const found = await settingsToChange(trx, principal, id);
  if (!found) return null;
  const { whole, ...settings } = found;
  if (!whole) throw new ApiError('partial_building');
  return settings;
}

/** Changes of the settings of buildings. */
export const settingsWrites = (context: Pick<ServerContext, 'db' | 'bus'>) =>
  recordWrites(context, settingsBuildings, { resource: 'building-settings', find: ownSettings });

/**
 * Saves the settings of a building, and its cameras when they are named: both or neither.
 * @throws ApiError not_found; partial_building when an entrance is not theirs; record_changed when it was saved
 * meanwhile. FieldsError for a camera that is not in reach
 */
export async function saveSettings(
  writes: ReturnType<typeof settingsWrites>,
  call: { reader: Reader; request: FastifyRequest },
  id: number,
  body: SettingsBody,
): Promise<void> {
  let lockedCameras: LinkedCamera[] | undefined;
  // Locked before the version is compared: it says which cameras are linked.
  const cameras = async (trx: Db) => {
    if (body.cameras) lockedCameras ??= await camerasToLink(trx, call.reader, id, body.cameras);
    return lockedCameras;
  };
  const base = {
    version: body.version,
    parts: async (trx: Db, settings: StoredSettings) => {
      const linked = (await cameras(trx))?.filter((camera) => camera.linked).map((camera) => camera.id);
      return [versionedSettings(settings), ...(linked ? [versionedLinks(linked)] : [])];
    },
  };
  await writes.change(call, { id, base }, async (trx, before) => {
    const { submit_start_day, submit_end_day, reading_types } = body;
    const settings = { ...settingsFields.rowOf(body, before), submit_start_day, submit_end_day, reading_types };
    await updateSettings(trx, id, settings);
    const currentCameras = await cameras(trx);
    const links = currentCameras && (await linkCameras(trx, id, currentCameras, body.cameras ?? []));
    const logged = {
      before: { ...before, ...(links ? { cameras: links.before } : {}) },
      after: { id, ...settings, ...(links ? { cameras: links.after } : {}) },
    };
    return { result: undefined, logged };
  });
}

/** Links exactly the chosen cameras to the building; a camera that would be left without any building stays linked. */
async function linkCameras(
  trx: Db,
  building: number,
  cameras: readonly LinkedCamera[],
  chosenIds: readonly number[],
): Promise<{ before: number[]; after: number[] }> {
  const ids = new Set(cameras.map(({ id }) => id));
  if (chosenIds.some((id) => !ids.has(id))) throw new FieldsError({ cameras: ['validation.unknown'] });
  const chosenSet = new Set(chosenIds);
  const add = cameras.filter(({ id, linked }) => !linked && chosenSet.has(id)).map(({ id }) => id);
  const drop = cameras
    .filter(({ id, linked, elsewhere }) => linked && elsewhere && !chosenSet.has(id))
    .map(({ id }) => id);
  await relink(trx, building, { add, drop });
  const before = cameras.filter(({ linked }) => linked).map(({ id }) => id);
  return { before, after: [...before.filter((id) => !drop.includes(id)), ...add].sort((a, b) => a - b) };
}
