import {
  decodeEach,
  decodeFlag,
  decodeId,
  decodeText,
  isWireObject,
  unwrapNested,
  type WireObject,
} from '../open-shapes.ts';

/** A building of a camera. In lists only the id; in the response for the form the id and address (CAM-08). */
type LinkedBuilding = number | { id: number; street: string; number: string; is_all_porches?: boolean };

/** A decoded camera. */
export interface Camera {
  id: number;
  name: string;
  link: string;
  buildings: LinkedBuilding[];
  /** False if it is also linked to a building out of the reader's reach (ours). */
  is_all_buildings?: boolean;
}

function decodeLinked(value: unknown): LinkedBuilding | null {
  const id = decodeId(value, 'building');
  if (id === null || !isWireObject(value)) return id;
  const building = isWireObject(value.building) ? value.building : value;
  const isWhole = decodeFlag(value.is_all_porches ?? building.is_all_porches);
  const address = { id, street: decodeText(building.street), number: decodeText(building.number) };
  return isWhole === null ? address : { ...address, is_all_porches: isWhole };
}

/** Item of `GET /api/crm/cameras/`, and `GET /api/crm/cameras/{id}/` (CAM-01, CAM-07); null without an id. */
export function decodeCamera(entry: WireObject): Camera | null {
  const wire = unwrapNested(entry, 'camera');
  const id = decodeId(wire);
  if (id === null) return null;
  const isAllBuildings = decodeFlag(wire.is_all_buildings);
  return {
    id,
    name: decodeText(wire.name),
    link: decodeText(wire.link),
    buildings: decodeEach(wire.buildings, decodeLinked),
    ...(isAllBuildings === null ? {} : { is_all_buildings: isAllBuildings }),
  };
}
