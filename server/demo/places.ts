import type { UnitType } from '#server/db/tables/places.ts';
import type { NewRow, RowBatch } from './rows.ts';
import type { PlannedBuilding } from './town-plan.ts';

/** A unit with its building, entrance and floor. */
export interface Unit {
  id: number;
  label: string;
  type: UnitType;
  building: DemoBuilding;
  porch: Porch;
  floor: { id: number; number: number };
}

/** An entrance of the demo company. */
export interface Porch {
  id: number;
  number: number;
  building: DemoBuilding;
  floors: { id: number; number: number }[];
  units: Unit[];
}

/** A building of the demo company. */
export interface DemoBuilding {
  id: number;
  plan: PlannedBuilding;
  porches: Porch[];
  units: Unit[];
  pipes: { id: number; porch: Porch }[];
}

/** Ids of the companies (see `companies.ts`). */
export const COMPANY = { head: 1, north: 2, lift: 3 } as const;

/**
 * Creates buildings with entrances, floors, risers (one per flat of a floor) and units, with consecutive ids.
 * @param since when the company took them over
 */
export function createPlaces(
  plans: readonly PlannedBuilding[],
  since: Date,
): { buildings: DemoBuilding[]; rows: RowBatch } {
  const complexes = [...new Set(plans.flatMap(({ complex }) => (complex ? [complex] : [])))];
  const rows = {
    complexes: complexes.map((name, index) => ({ id: index + 1, name })),
    buildings: [] as NewRow<'buildings'>[],
    porches: [] as NewRow<'porches'>[],
    floors: [] as NewRow<'floors'>[],
    pipes: [] as NewRow<'pipes'>[],
    units: [] as NewRow<'units'>[],
  };
  const buildings = plans.map((plan, index) => {
    const building: DemoBuilding = { id: index + 1, plan, porches: [], units: [], pipes: [] };
    rows.buildings.push({
      id: building.id,
      complex_id: plan.complex ? complexes.indexOf(plan.complex) + 1 : null,
      company_id: COMPANY.head,
      subsidiary_id: plan.subsidiary ? COMPANY.north : null,
      street: plan.street,
      number: plan.number,
      building_type: plan.type,
      floor_count: plan.floors,
      submit_start_day: plan.window?.[0] ?? null,
      submit_end_day: plan.window?.[1] ?? null,
      reading_types: [...plan.readings],
      created_at: since,
    });
    addBuildingParts(building, rows);
    return building;
  });
  return { buildings, rows };
}

type Rows = { [T in 'porches' | 'floors' | 'pipes' | 'units']: NewRow<T>[] };

function addBuildingParts(building: DemoBuilding, rows: Rows): void {
  const { plan } = building;
  const lastNumbers: Record<UnitType, number> = { flat: 0, office: 0, parking: 0, storage: 0 };
  for (let number = 1; number <= plan.porches; number += 1) {
    const porch: Porch = { id: rows.porches.length + 1, number, building, floors: [], units: [] };
    building.porches.push(porch);
    rows.porches.push({ id: porch.id, building_id: building.id, number });
    const risers = Array.from({ length: plan.flats }, () => {
      const id = rows.pipes.length + 1;
      building.pipes.push({ id, porch });
      rows.pipes.push({ id, building_id: building.id, porch_id: porch.id, name: String(building.pipes.length) });
      return id;
    });
    for (let level = 1; level <= plan.floors; level += 1) {
      const floor = { id: rows.floors.length + 1, number: level };
      porch.floors.push(floor);
      rows.floors.push({ id: floor.id, porch_id: porch.id, building_id: building.id, number: level });
      const addUnit = (type: UnitType, riser: number | null) => {
        lastNumbers[type] += 1;
        const unit: Unit = {
          id: rows.units.length + 1,
          label: unitLabel(type, lastNumbers[type]),
          type,
          building,
          porch,
          floor,
        };
        porch.units.push(unit);
        building.units.push(unit);
        rows.units.push({
          id: unit.id,
          building_id: building.id,
          porch_id: porch.id,
          floor_id: floor.id,
          pipe_id: riser,
          unit_type: type,
          label: unit.label,
        });
      };
      for (const riser of risers) addUnit('flat', riser);
      for (let place = shareOf(plan.places, plan.floors, level); place > 0; place -= 1) addUnit('parking', null);
      for (let office = countOffices(plan, number, level); office > 0; office -= 1) addUnit('office', null);
    }
  }
}

/** Offices of an apartment building are on its first floor; those of an office building or mall are spread over its floors. */
function countOffices(plan: PlannedBuilding, porch: number, floor: number): number {
  if (plan.flats === 0) return shareOf(plan.offices, plan.floors, floor);
  return porch === 1 && floor === 1 ? (plan.offices ?? 0) : 0;
}

function shareOf(total = 0, partCount: number, part: number): number {
  return Math.floor((total * part) / partCount) - Math.floor((total * (part - 1)) / partCount);
}

function unitLabel(type: UnitType, number: number): string {
  if (type === 'office') return `оф. ${number}`;
  if (type === 'parking') return `м/м ${number}`;
  return String(number);
}
