import * as z from 'zod';
import { scalarFields } from '#resources/language/scalar-fields.ts';
import { READING_TYPES } from '#resources/rules/readings/meters.ts';
import { settingsBuildings } from '#resources/sections/buildings.ts';
import { recordVersion } from '../versions.ts';
import { BUILDING_TYPES, porchRef } from './buildings.ts';

const id = z.number().int();
const { shapes } = scalarFields(settingsBuildings, ['building_type']);
const dayOfMonth = z.number().int().min(1).max(28).nullable();
const label = z.object({ label: z.string() });

/** A building by its address. */
const address = z.object({ id, street: z.string(), number: z.string() });

/** Submission days and reading types of a building (settings.md); the days are either both set or both null. */
const readingSettings = z.object({
  submit_start_day: dayOfMonth,
  submit_end_day: dayOfMonth,
  reading_types: z.array(z.enum(READING_TYPES)),
});

/**
 * Item of `GET /api/crm/settings/building/` (SET-05, SET-16, SET-22). The paged list has every building of the company; for one out of the reader's reach, counts, reading settings and fields of the definition are empty, and `available_porches` is empty.
 */
const buildingSettingsItem = address.extend({
  complex: z.object({ name: z.string() }).nullable(),
  /** The head company. */
  tenant: label,
  /** The company that serves the building, if it is another one. */
  subsidiary: label.nullable(),
  building_type: z.enum(BUILDING_TYPES),
  floor_count: z.number().int().nullable(),
  porches_count: z.number().int().nullable(),
  /** Number of apartments; other units are not counted (SET-16). */
  units_count: z.number().int().nullable(),
  /** Number of linked cameras; every reader of the building sees the same number. */
  cameras_count: z.number().int().nullable(),
  available_porches: z.array(porchRef),
  // Missing for buildings out of reach.
  ...z.object(shapes).partial().shape,
  ...readingSettings.shape,
});
export type BuildingSettingsItem = z.output<typeof buildingSettingsItem>;

/** A page of the settings list (READ-08). */
const buildingSettingsPage = z.object({
  count: z.number().int(),
  previous: z.string().nullable(),
  next: z.string().nullable(),
  number: z.number().int(),
  page_size: z.number().int(),
  results: z.array(buildingSettingsItem),
});
export type BuildingSettingsPage = z.output<typeof buildingSettingsPage>;

/** `GET /api/crm/settings/building/`: a page of the company's buildings, or the list of those in `buildings_id`. */
export const buildingSettingsAnswer = z.union([buildingSettingsPage, z.array(buildingSettingsItem)]);

/** A camera in the settings of a building. */
const settingsCamera = z.object({
  id,
  name: z.string(),
  /** Linked buildings in the reader's reach. */
  buildings: z.array(address),
  is_selected: z.boolean(),
  /** Whether the reader may link or unlink it here. */
  is_editable: z.boolean(),
});
export type SettingsCamera = z.output<typeof settingsCamera>;

/**
 * `GET /api/crm/settings/building/{id}/` (SET-38): a building with its reading settings, its linked cameras and the cameras
 * that may be linked.
 */
export const buildingSettings = buildingSettingsItem.extend({
  building: address.extend({
    complex: z.object({ name: z.string() }).nullable(),
    building_type: z.enum(BUILDING_TYPES),
  }),
  cameras: z.array(settingsCamera),
  /** Version of the reading settings and linked cameras; when a body has no `cameras`, only the settings are compared. */
  version: recordVersion.optional(),
});
export type BuildingSettings = z.output<typeof buildingSettings>;

/** `GET /api/crm/settings/company-profile/` (SET-44). */
export const companyProfile = z.object({
  id,
  name_full: z.string(),
  name_short: z.string(),
  /** URL of the picture. */
  avatar: z.string().nullable(),
  phones: z.array(z.object({ group: z.string(), number: z.string() })),
  /** Date of registration, despite the name; `YYYY-MM-DD`. */
  license_on: z.string().nullable(),
});
export type CompanyProfile = z.output<typeof companyProfile>;
