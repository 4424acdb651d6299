import { type ReadingType, readingTypesIn } from '#resources/rules/readings/meters.ts';
import { BUILDING_TYPES } from '../enums.ts';
import {
  bareOf,
  eachOf,
  flagOf,
  idOf,
  namedOf,
  nestedIn,
  numberedOf,
  numberOf,
  objectOf,
  partsOf,
  textOf,
  textOrNull,
  under,
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

/** What a type is named by, bare or in an object. */
const typeOf = (value: unknown): string | null => textOrNull(under(value, 'type') ?? value);

function cameraOf(wire: WireObject): SettingsCamera | null {
  const camera = nestedIn(wire, 'camera');
  const id = idOf(camera);
  if (id === null) return null;
  const buildings = partsOf(camera.buildings, (one) => {
    const building = nestedIn(one, 'building');
    return { id: idOf(building) ?? 0, street: textOf(building.street), number: textOf(building.number) };
  });
  return {
    id,
    name: textOf(camera.name) || String(id),
    buildings,
    is_selected: flagOf(wire.is_selected) ?? flagOf(camera.is_selected) ?? false,
    // What is not said is not forbidden.
    is_editable: flagOf(wire.is_editable) ?? true,
  };
}

/** One of `GET /api/crm/settings/building/`, and `GET /api/crm/settings/building/{id}/`; null for what has no id. */
export function settingsBuildingOf(wire: WireObject): SettingsBuilding | null {
  const building = nestedIn(wire, 'building');
  const id = idOf(wire) ?? idOf(building) ?? idOf(wire.building);
  if (id === null) return null;
  const bareOrNested = (key: string): unknown => (wire[key] === undefined ? building[key] : wire[key]);
  const named = (key: string): { label: string } | null => {
    const label = namedOf(bareOrNested(key));
    return label ? { label } : null;
  };
  const complex = namedOf(bareOrNested('complex'));
  const { cameras } = wire;
  return {
    id,
    street: textOf(bareOrNested('street')),
    number: textOf(bareOrNested('number')),
    complex: complex ? { name: complex } : null,
    tenant: named('tenant'),
    subsidiary: named('subsidiary'),
    building_type: BUILDING_TYPES.find((known) => known === bareOrNested('building_type')) ?? null,
    floor_count: numberOf(bareOrNested('floor_count')),
    porches_count: numberOf(bareOrNested('porches_count')),
    units_count: numberOf(bareOrNested('units_count')),
    cameras_count: numberOf(bareOrNested('cameras_count')),
    available_porches: eachOf(bareOrNested('available_porches'), (porch) => numberedOf(porch, 'porch')),
    submit_start_day: numberOf(bareOrNested('submit_start_day')),
    submit_end_day: numberOf(bareOrNested('submit_end_day')),
    reading_types: readingTypesIn(eachOf(bareOrNested('reading_types'), typeOf)),
    ...(cameras === undefined ? {} : { cameras: partsOf(cameras, cameraOf) }),
  };
}

/** `GET /api/crm/settings/company-profile/` (SET-44). */
export function companyProfileOf(body: unknown): CompanyProfile {
  const wire = nestedIn(objectOf(bareOf(body)), 'company');
  const license = textOf(wire.license_on);
  return {
    id: idOf(wire) ?? 0,
    name_full: textOf(wire.name_full),
    name_short: textOf(wire.name_short) || textOf(wire.name_full),
    avatar: textOrNull(wire.avatar),
    phones: eachOf(wire.phones, (phone) => {
      const number = textOf(under(phone, 'number') ?? phone);
      return number ? { group: textOf(under(phone, 'group')), number } : null;
    }),
    license_on: Number.isNaN(Date.parse(license)) ? null : license.slice(0, 10),
  };
}
