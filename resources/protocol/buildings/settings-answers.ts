import { normalizeReadingTypes, type ReadingType } from '#resources/rules/readings/meters.ts';
import { BUILDING_TYPES } from '../enums.ts';
import {
  decodeEach,
  decodeFlag,
  decodeId,
  decodeName,
  decodeNumber,
  decodeNumbered,
  decodeObject,
  decodeParts,
  decodeText,
  getKey,
  textOrNull,
  unwrapBody,
  unwrapNested,
  type WireObject,
} from '../open-shapes.ts';
import type { CompanyProfile, SettingsCamera } from './settings.ts';

/** A decoded building of the settings; its keys are flat, whether the response had them flat or under `building` (G-70). */
export type SettingsBuilding = {
  id: number;
  street: string;
  number: string;
  complex: { name: string } | null;
  tenant: { label: string } | null;
  subsidiary: { label: string } | null;
  building_type: (typeof BUILDING_TYPES)[number] | null;
  floor_count: number | null;
  porches_count: number | null;
  units_count: number | null;
  cameras_count: number | null;
  available_porches: { id: number; number: number }[];
  submit_start_day: number | null;
  submit_end_day: number | null;
  reading_types: ReadingType[];
  /** Only in the response for one building: linked cameras and those that can be linked. */
  cameras?: SettingsCamera[];
};

/** The name of a type, a plain text or in an object. */
const decodeType = (value: unknown): string | null => textOrNull(getKey(value, 'type') ?? value);

function decodeCamera(wire: WireObject): SettingsCamera | null {
  const camera = unwrapNested(wire, 'camera');
  const id = decodeId(camera);
  if (id === null) return null;
  const buildings = decodeParts(camera.buildings, (one) => {
    const building = unwrapNested(one, 'building');
    return { id: decodeId(building) ?? 0, street: decodeText(building.street), number: decodeText(building.number) };
  });
  return {
    id,
    name: decodeText(camera.name) || String(id),
    buildings,
    is_selected: decodeFlag(wire.is_selected) ?? decodeFlag(camera.is_selected) ?? false,
    // If `is_editable` is missing, the camera is editable.
    is_editable: decodeFlag(wire.is_editable) ?? true,
  };
}

/** Item of `GET /api/crm/settings/building/`, and `GET /api/crm/settings/building/{id}/`; null without an id. */
export function decodeSettingsBuilding(wire: WireObject): SettingsBuilding | null {
  const building = unwrapNested(wire, 'building');
  const id = decodeId(wire) ?? decodeId(building) ?? decodeId(wire.building);
  if (id === null) return null;
  const getFlatOrNested = (key: string): unknown => (wire[key] === undefined ? building[key] : wire[key]);
  const decodeLabel = (key: string): { label: string } | null => {
    const label = decodeName(getFlatOrNested(key));
    return label ? { label } : null;
  };
  const complex = decodeName(getFlatOrNested('complex'));
  const { cameras } = wire;
  return {
    id,
    street: decodeText(getFlatOrNested('street')),
    number: decodeText(getFlatOrNested('number')),
    complex: complex ? { name: complex } : null,
    tenant: decodeLabel('tenant'),
    subsidiary: decodeLabel('subsidiary'),
    building_type: BUILDING_TYPES.find((known) => known === getFlatOrNested('building_type')) ?? null,
    floor_count: decodeNumber(getFlatOrNested('floor_count')),
    porches_count: decodeNumber(getFlatOrNested('porches_count')),
    units_count: decodeNumber(getFlatOrNested('units_count')),
    cameras_count: decodeNumber(getFlatOrNested('cameras_count')),
    available_porches: decodeEach(getFlatOrNested('available_porches'), (porch) => decodeNumbered(porch, 'porch')),
    submit_start_day: decodeNumber(getFlatOrNested('submit_start_day')),
    submit_end_day: decodeNumber(getFlatOrNested('submit_end_day')),
    reading_types: normalizeReadingTypes(decodeEach(getFlatOrNested('reading_types'), decodeType)),
    ...(cameras === undefined ? {} : { cameras: decodeParts(cameras, decodeCamera) }),
  };
}

/** `GET /api/crm/settings/company-profile/` (SET-44). */
export function decodeCompanyProfile(body: unknown): CompanyProfile {
  const wire = unwrapNested(decodeObject(unwrapBody(body)), 'company');
  const license = decodeText(wire.license_on);
  return {
    id: decodeId(wire) ?? 0,
    name_full: decodeText(wire.name_full),
    name_short: decodeText(wire.name_short) || decodeText(wire.name_full),
    avatar: textOrNull(wire.avatar),
    phones: decodeEach(wire.phones, (phone) => {
      const number = decodeText(getKey(phone, 'number') ?? phone);
      return number ? { group: decodeText(getKey(phone, 'group')), number } : null;
    }),
    license_on: Number.isNaN(Date.parse(license)) ? null : license.slice(0, 10),
  };
}
