import type { AudienceEntry } from '#resources/language/kinds/audience.ts';
import { entryId } from '#resources/language/kinds/audience.ts';
import type { TaskBody } from '#resources/protocol/tasks.ts';

/** Where help is needed, as the form holds it (TASK-45…50). */
export interface PlaceValue {
  /** A building, or an entrance of one that is open in part; null = nothing chosen yet. */
  object: AudienceEntry | null;
  porchMode: 'all' | 'some';
  /** Ids of ticked entrances. */
  porches: number[];
  floorMode: 'all' | 'some';
  /** Ids of ticked floors. */
  floors: number[];
}

/** What the form begins with, and what another object resets everything but the object to. */
export const untouchedPlace = (): PlaceValue => ({
  object: null,
  porchMode: 'all',
  porches: [],
  floorMode: 'all',
  floors: [],
});

/** The part of a place that something is wrong with, and the key of what to say. */
export interface PlaceProblem {
  part: 'object' | 'porches' | 'floors';
  text: 'validation.object' | 'validation.anyPorch' | 'validation.anyFloor';
}

const isPorch = (object: AudienceEntry) => object.startsWith('porch:');

/** Whether entrances were narrowed down, so that floors can be (TASK-49, TASK-50). */
export function offersFloors({ object, porchMode, porches }: PlaceValue): boolean {
  return object !== null && (isPorch(object) || (porchMode === 'some' && porches.length > 0));
}

/** What is wrong with a place; null when nothing is (TASK-51, TASK-52, TASK-56). */
export function placeProblem(value: PlaceValue): PlaceProblem | null {
  const { object, porchMode, porches, floorMode, floors } = value;
  if (object === null) return { part: 'object', text: 'validation.object' };
  if (!isPorch(object) && porchMode === 'some' && porches.length === 0) {
    return { part: 'porches', text: 'validation.anyPorch' };
  }
  if (offersFloors(value) && floorMode === 'some' && floors.length === 0) {
    return { part: 'floors', text: 'validation.anyFloor' };
  }
  return null;
}

/** The place on the wire: floors, entrances, or the building (TASK-62, TASK-63). */
export function targetOf(value: PlaceValue): Pick<TaskBody, 'target_type' | 'target'> | null {
  const { object, porchMode, porches, floorMode, floors } = value;
  if (object === null || placeProblem(value)) return null;
  if (offersFloors(value) && floorMode === 'some') return { target_type: 'floors', target: { floors } };
  if (isPorch(object)) return { target_type: 'porches', target: { porches: [entryId(object)] } };
  if (porchMode === 'some') return { target_type: 'porches', target: { porches } };
  return { target_type: 'building', target: { building: entryId(object) } };
}
