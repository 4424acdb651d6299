import { eachOf, flagOf, idOf, isWireObject, nestedIn, textOf, type WireObject } from '../open-shapes.ts';

/** A building of a camera: its id in a list, with its address in the form (CAM-08). */
type LinkedBuilding = number | { id: number; street: string; number: string; is_all_porches?: boolean };

/** A camera as the console has it. */
export interface Camera {
  id: number;
  name: string;
  link: string;
  buildings: LinkedBuilding[];
  /** False: it is also linked to a building out of the reader's reach (ours). */
  is_all_buildings?: boolean;
}

function linkedOf(value: unknown): LinkedBuilding | null {
  const id = idOf(value, 'building');
  if (id === null || !isWireObject(value)) return id;
  const building = isWireObject(value.building) ? value.building : value;
  const whole = flagOf(value.is_all_porches ?? building.is_all_porches);
  const address = { id, street: textOf(building.street), number: textOf(building.number) };
  return whole === null ? address : { ...address, is_all_porches: whole };
}

/** One of `GET /api/crm/cameras/`, and `GET /api/crm/cameras/{id}/` (CAM-01, CAM-07); null for what has no id. */
export function cameraOf(entry: WireObject): Camera | null {
  const wire = nestedIn(entry, 'camera');
  const id = idOf(wire);
  if (id === null) return null;
  const all = flagOf(wire.is_all_buildings);
  return {
    id,
    name: textOf(wire.name),
    link: textOf(wire.link),
    buildings: eachOf(wire.buildings, linkedOf),
    ...(all === null ? {} : { is_all_buildings: all }),
  };
}
