import { METERS_BY_READING_TYPE } from '#resources/rules/readings/meters.ts';
import { METER_COLUMNS, type MeterColumn } from '#server/db/tables/operations.ts';
import type { DemoCompany } from './company.ts';
import type { DemoPerson } from './people.ts';
import type { DemoBuilding, Unit } from './places.ts';
import type { NewRow, RowBatch } from './rows.ts';
import { createRandom, itemAt, type Random } from './seeded.ts';

/** Number of months with readings, including the current one. */
const MONTHS = 12;

/** Lowest start value of a meter (the highest is nearly twice that), and minimum and maximum monthly use of a family. */
const METER_USE: Readonly<Record<MeterColumn, readonly [start: number, low: number, high: number]>> = {
  water_cold: [900, 4, 12],
  water_hot: [600, 3, 8],
  elec_day: [18_000, 90, 260],
  elec_night: [8_000, 35, 120],
  gas: [1_400, 6, 22],
  heating: [120, 0, 3],
};

/** Rows of meter readings of the last twelve months, sent by automatic meters, residents and the concierge. */
export function createReadings(company: DemoCompany): RowBatch {
  const readings: NewRow<'readings'>[] = [];
  const random = createRandom('readings');
  const families = new Map<Unit, DemoPerson[]>();
  for (const person of company.people.residents.filter(({ status }) => status === 'active')) {
    for (const unit of person.units) families.set(unit, [...(families.get(unit) ?? []), person]);
  }
  for (const building of company.buildings) {
    const meters = [...new Set(building.plan.readings.flatMap((type) => METERS_BY_READING_TYPE[type]))];
    if (meters.length === 0) continue;
    for (const unit of building.units) {
      if (unit.type !== 'flat') continue;
      const family = families.get(unit) ?? [];
      readings.push(...createUnitReadings(company, random, { unit, meters, family, rowCount: readings.length }));
    }
  }
  return { readings };
}

/** A flat with its meters and residents. */
interface Flat {
  unit: Unit;
  meters: readonly MeterColumn[];
  family: readonly DemoPerson[];
  /** Number of rows created so far; ids continue from it. */
  rowCount: number;
}

function createUnitReadings(
  company: DemoCompany,
  random: Random,
  { unit, meters, family, rowCount }: Flat,
): NewRow<'readings'>[] {
  const { calendar } = company;
  const sendHabit = pickHabit(random, family);
  const values = new Map(
    meters.map((meter) => [meter, itemAt(METER_USE[meter], 0) + random.int(itemAt(METER_USE[meter], 0))]),
  );
  const rows: NewRow<'readings'>[] = [];
  for (let monthsAgo = MONTHS - 1; monthsAgo >= 0; monthsAgo -= 1) {
    for (const meter of meters) {
      const [, low, high] = METER_USE[meter];
      values.set(meter, (values.get(meter) ?? 0) + random.between(low, high));
    }
    const date = pickSendTime(company, random, unit.building, monthsAgo, sendHabit);
    if (date > calendar.now || (sendHabit !== 'meter' && random.chance(0.14))) continue;
    const sender = sendHabit === 'meter' ? null : chooseSender(company, random, family);
    rows.push({
      id: rowCount + rows.length + 1,
      unit_id: unit.id,
      month: calendar.month(monthsAgo),
      sender_type: sender === null ? 'meter' : sender.member ? 'employee' : 'resident',
      sender_id: sender?.id ?? null,
      at: date,
      ...(Object.fromEntries(METER_COLUMNS.map((meter) => [meter, values.get(meter) ?? null])) as MeterValues),
    });
  }
  return rows;
}

type MeterValues = Record<MeterColumn, number | null>;

type Habit = 'meter' | 'resident' | 'concierge';

/** A fifth of the flats have automatic meters; empty flats are read by the concierge. */
function pickHabit(random: Random, family: readonly DemoPerson[]): Habit {
  if (random.chance(0.2)) return 'meter';
  return family.length > 0 && random.chance(0.85) ? 'resident' : 'concierge';
}

function chooseSender({ people }: DemoCompany, random: Random, family: readonly DemoPerson[]): DemoPerson {
  const concierge = people.staff.find(({ member }) => member?.position === 'Консьерж') ?? itemAt(people.staff, 0);
  return family.length > 0 && random.chance(0.9) ? random.pick(family) : concierge;
}

/**
 * Automatic meters send at midnight on the first day of the submission period, people between 8:00 and 22:59 on any of its days. The
 * default period is from the 15th to the 25th.
 */
function pickSendTime(
  { calendar }: DemoCompany,
  random: Random,
  { plan }: DemoBuilding,
  monthsAgo: number,
  sendHabit: Habit,
): Date {
  const [first, last] = plan.window ?? [15, 25];
  if (sendHabit === 'meter') return calendar.monthDay(monthsAgo, first, '00:00');
  const time = `${random.between(8, 22)}:${String(random.int(60)).padStart(2, '0')}`;
  return calendar.monthDay(monthsAgo, random.between(first, last), time);
}
