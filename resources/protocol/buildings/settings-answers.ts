import { type ReadingType, readingTypesIn } from '#resources/rules/readings/meters.ts';
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
  nestedIn,
  textOrNull,
  under,
  unwrapBody,
  type WireObject,
} from '../open-shapes.ts';
import type { CompanyProfile, SettingsCamera } from './settings.ts';

/** A building of the settings as the console has it: its keys flat, whether they came so or under `building` (G-70). */
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
  /** Of the answer of one building: those that are linked and those that may become so. */
  cameras?: SettingsCamera[];
};

/** The name of a type, bare or in an object. */
const decodeType = (value: unknown): string | null => textOrNull(under(value, 'type') ?? value);

function decodeCamera(wire: WireObject): SettingsCamera | null {
  const camera = nestedIn(wire, 'camera');
  const id = decodeId(camera);
  if (id === null) return null;
  const buildings = decodeParts(camera.buildings, (one) => {
    const building = nestedIn(one, 'building');
    return { id: decodeId(building) ?? 0, street: decodeText(building.street), number: decodeText(building.number) };
  });
  return {
    id,
    name: decodeText(camera.name) || String(id),
    buildings,
    is_selected: decodeFlag(wire.is_selected) ?? decodeFlag(camera.is_selected) ?? false,
    // Without `is_editable` the camera may be edited.
    is_editable: decodeFlag(wire.is_editable) ?? true,
  };
}

/** One of `GET /api/crm/settings/building/`, and `GET /api/crm/settings/building/{id}/`; null for what has no id. */
export function decodeSettingsBuilding(wire: WireObject): SettingsBuilding | null {
  const building = nestedIn(wire, 'building');
  const id = decodeId(wire) ?? decodeId(building) ?? decodeId(wire.building);
  if (id === null) return null;
  const bareOrNested = (key: string): unknown => (wire[key] === undefined ? building[key] : wire[key]);
  const named = (key: string): { label: string } | null => {
    const label = decodeName(bareOrNested(key));
    return label ? { label } : null;
  };
  const complex = decodeName(bareOrNested('complex'));
  const { cameras } = wire;
  return {
    id,
    street: decodeText(bareOrNested('street')),
    number: decodeText(bareOrNested('number')),
    complex: complex ? { name: complex } : null,
    tenant: named('tenant'),
    subsidiary: named('subsidiary'),
    building_type: BUILDING_TYPES.find((known) => known === bareOrNested('building_type')) ?? null,
    floor_count: decodeNumber(bareOrNested('floor_count')),
    porches_count: decodeNumber(bareOrNested('porches_count')),
    units_count: decodeNumber(bareOrNested('units_count')),
    cameras_count: decodeNumber(bareOrNested('cameras_count')),
    available_porches: decodeEach(bareOrNested('available_porches'), (porch) => decodeNumbered(porch, 'porch')),
    submit_start_day: decodeNumber(bareOrNested('submit_start_day')),
    submit_end_day: decodeNumber(bareOrNested('submit_end_day')),
    reading_types: readingTypesIn(decodeEach(bareOrNested('reading_types'), decodeType)),
    ...(cameras === undefined ? {} : { cameras: decodeParts(cameras, decodeCamera) }),
  };
}

/** `GET /api/crm/settings/company-profile/` (SET-44). */
export function decodeCompanyProfile(body: unknown): CompanyProfile {
  const wire = nestedIn(decodeObject(unwrapBody(body)), 'company');
  const license = decodeText(wire.license_on);
  return {
    id: decodeId(wire) ?? 0,
    name_full: decodeText(wire.name_full),
    name_short: decodeText(wire.name_short) || decodeText(wire.name_full),
    avatar: textOrNull(wire.avatar),
    phones: decodeEach(wire.phones, (phone) => {
      const number = decodeText(under(phone, 'number') ?? phone);
      return number ? { group: decodeText(under(phone, 'group')), number } : null;
    }),
    license_on: Number.isNaN(Date.parse(license)) ? null : license.slice(0, 10),
  };
}
