import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { editedVersion } from '#resources/protocol/versions.ts';
import { settingsBuildings } from '#resources/sections/buildings.ts';
import { dayRangeMistake, dayRule, readingTypes, selection } from '#resources/sections/kinds/buildings.ts';
import type { Principal, Reader } from '#server/access/reader.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { recordWrites } from '#server/records/kit/writes.ts';
import { type LinkedCamera, lockCamerasToLink, updateCameraLinks } from './camera-queries.ts';
import {
  linksVersionInput,
  lockSettings,
  type StoredSettings,
  settingsFields,
  settingsVersionInput,
  updateSettings,
} from './queries.ts';

const MISSING_MESSAGE = 'validation.required';

/**
 * The settings to save (SET-39, SET-40). Without `cameras` the links stay; without `version` other people's changes are
 * overwritten.
 */
export const settingsBody = z
  .object({
    ...settingsFields.rules,
    submit_start_day: dayRule,
    submit_end_day: dayRule,
    reading_types: readingTypes.rule({}, MISSING_MESSAGE),
    cameras: selection.rule({}, MISSING_MESSAGE).optional(),
    version: editedVersion.optional(),
  })
  .superRefine(({ submit_start_day: first, submit_end_day: last, reading_types }, context) => {
    const refuse = (part: 'start' | 'end', message: string) =>
      context.addIssue({ code: 'custom', path: [`submit_${part}_day`], message });
    const mistake = dayRangeMistake(first, last, MISSING_MESSAGE);
    if (mistake) refuse(mistake.part, mistake.message);
    // Without submission days nobody could send readings (SET-37).
    else if (reading_types.length && first === null)
      for (const part of ['start', 'end'] as const) refuse(part, MISSING_MESSAGE);
  });
type SettingsBody = z.output<typeof settingsBody>;

/** Locks the settings of a building to change. @throws ApiError partial_building if an entrance is not the reader's */
async function lockOwnSettings(trx: Db, principal: Principal, id: number): Promise<StoredSettings | null> {
  const locked = await lockSettings(trx, principal, id);
  if (!locked) return null;
  const { whole, ...settings } = locked;
  if (!whole) throw new ApiError('partial_building');
  return settings;
}

/** Writes of the settings of buildings. */
export const settingsWrites = (context: Pick<ServerContext, 'db' | 'bus'>) =>
  recordWrites(context, settingsBuildings, { resource: 'building-settings', find: lockOwnSettings });

/**
 * Saves the settings of a building, and its cameras if they are given, in one transaction.
 * @throws ApiError not_found; partial_building if an entrance is not theirs; record_changed if it was saved meanwhile.
 * FieldsError for a camera that is out of reach
 */
export async function saveSettings(
  writes: ReturnType<typeof settingsWrites>,
  call: { reader: Reader; request: FastifyRequest },
  id: number,
  body: SettingsBody,
): Promise<void> {
  let lockedCameras: LinkedCamera[] | undefined;
  // Lock cameras before the version is compared, since the version includes the linked cameras.
  const lockCameras = async (trx: Db) => {
    if (body.cameras) lockedCameras ??= await lockCamerasToLink(trx, call.reader, id, body.cameras);
    return lockedCameras;
  };
  const base = {
    version: body.version,
    parts: async (trx: Db, settings: StoredSettings) => {
      const linked = (await lockCameras(trx))?.filter((camera) => camera.linked).map((camera) => camera.id);
      return [settingsVersionInput(settings), ...(linked ? [linksVersionInput(linked)] : [])];
    },
  };
  await writes.change(call, { id, base }, async (trx, before) => {
    const { submit_start_day, submit_end_day, reading_types } = body;
    const settings = { ...settingsFields.toRow(body, before), submit_start_day, submit_end_day, reading_types };
    await updateSettings(trx, id, settings);
    const currentCameras = await lockCameras(trx);
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
  await updateCameraLinks(trx, building, { add, drop });
  const before = cameras.filter(({ linked }) => linked).map(({ id }) => id);
  return { before, after: [...before.filter((id) => !drop.includes(id)), ...add].sort((a, b) => a - b) };
}
