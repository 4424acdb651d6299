import * as z from 'zod';
import { scalarFields } from '#resources/language/scalar-fields.ts';
import { READING_TYPES } from '#resources/rules/readings/meters.ts';
import { settingsBuildings } from '#resources/sections/buildings.ts';
import { recordVersion } from '../versions.ts';
import { BUILDING_TYPES, porchRef } from './buildings.ts';

const id = z.number().int();
const { shapes } = scalarFields(settingsBuildings, ['building_type']);
const day = z.number().int().min(1).max(28).nullable();
const label = z.object({ label: z.string() });

/** A building by its address. */
const address = z.object({ id, street: z.string(), number: z.string() });

/** When and what a building collects (settings.md). The days are both given or both null. */
const readingSettings = z.object({
  submit_start_day: day,
  submit_end_day: day,
  reading_types: z.array(z.enum(READING_TYPES)),
});

/**
 * One of `GET /api/crm/settings/building/` (SET-05, SET-16, SET-22). The paged list has every building of the company;
 * of one the reader may not see `available_porches` is empty and nothing but its address and whose it is is told.
 */
const buildingSettingsItem = address.extend({
  complex: z.object({ name: z.string() }).nullable(),
  /** The head company. */
  tenant: label,
  /** The company that serves the building, when it is another one. */
  subsidiary: label.nullable(),
  building_type: z.enum(BUILDING_TYPES),
  floor_count: z.number().int().nullable(),
  porches_count: z.number().int().nullable(),
  /** Apartments alone, whatever else the building has (SET-16). */
  units_count: z.number().int().nullable(),
  /** Linked cameras; the same for every reader of the building, since its cameras are in their reach. */
  cameras_count: z.number().int().nullable(),
  available_porches: z.array(porchRef),
  // Left out of buildings that are out of reach.
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

/** `GET /api/crm/settings/building/`: a page of the company's buildings, or those that `buildings_id` names. */
export const buildingSettingsAnswer = z.union([buildingSettingsPage, z.array(buildingSettingsItem)]);

/** A camera as the settings of a building list it: where else it is linked, and whether it is linked here. */
const settingsCamera = z.object({
  id,
  name: z.string(),
  /** Linked buildings in reach of the reader. */
  buildings: z.array(address),
  is_selected: z.boolean(),
  /** Whether the reader may link it here or take the link away. */
  is_editable: z.boolean(),
});
export type SettingsCamera = z.output<typeof settingsCamera>;

/** `GET /api/crm/settings/building/{id}/` (SET-38): a building, its reading settings, its cameras and those that may become its. */
export const buildingSettings = buildingSettingsItem.extend({
  building: address.extend({
    complex: z.object({ name: z.string() }).nullable(),
    building_type: z.enum(BUILDING_TYPES),
  }),
  cameras: z.array(settingsCamera),
  /** Of the reading settings and of the linked cameras; a body without `cameras` is compared by the settings alone. */
  version: recordVersion.optional(),
});
export type BuildingSettings = z.output<typeof buildingSettings>;

/** `GET /api/crm/settings/company-profile/` (SET-44). */
export const companyProfile = z.object({
  id,
  name_full: z.string(),
  name_short: z.string(),
  /** Address of the picture. */
  avatar: z.string().nullable(),
  phones: z.array(z.object({ group: z.string(), number: z.string() })),
  /** Date of registration, `YYYY-MM-DD`. */
  license_on: z.string().nullable(),
});
export type CompanyProfile = z.output<typeof companyProfile>;
