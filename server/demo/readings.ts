import { METERS_OF } from '#resources/rules/readings/meters.ts';
import { METER_COLUMNS, type MeterColumn } from '#server/db/tables/operations.ts';
import type { Company } from './company.ts';
import type { DemoPerson } from './people.ts';
import type { Building, Unit } from './places.ts';
import type { Batch, NewRow } from './rows.ts';
import { at, type Seeded, seeded } from './seeded.ts';

/** Months of readings, the current one included. */
const MONTHS = 12;

/** First reading of a meter and monthly use of a family, from and to. */
const USE: Readonly<Record<MeterColumn, readonly [start: number, low: number, high: number]>> = {
  water_cold: [900, 4, 12],
  water_hot: [600, 3, 8],
  elec_day: [18_000, 90, 260],
  elec_night: [8_000, 35, 120],
  gas: [1_400, 6, 22],
  heating: [120, 0, 3],
};

/** Meter values of the last twelve months, sent by automatic meters, residents and the concierge. */
export function readMeters(company: Company): Batch {
  const readings: NewRow<'readings'>[] = [];
  const random = seeded('readings');
  const families = new Map<Unit, DemoPerson[]>();
  for (const person of company.people.residents.filter(({ status }) => status === 'active')) {
    for (const unit of person.units) families.set(unit, [...(families.get(unit) ?? []), person]);
  }
  for (const building of company.buildings) {
    const meters = [...new Set(building.plan.readings.flatMap((type) => METERS_OF[type]))];
    if (meters.length === 0) continue;
    for (const unit of building.units) {
      if (unit.type !== 'flat') continue;
      const family = families.get(unit) ?? [];
      readings.push(...readUnit(company, random, { unit, meters, family, before: readings.length }));
    }
  }
  return { readings };
}

/** A flat, its meters and resident, and how many rows have been made before. */
interface Flat {
  unit: Unit;
  meters: readonly MeterColumn[];
  family: readonly DemoPerson[];
  before: number;
}

function readUnit(company: Company, random: Seeded, { unit, meters, family, before }: Flat): NewRow<'readings'>[] {
  const { calendar } = company;
  const habit = drawHabit(random, family);
  const values = new Map(meters.map((meter) => [meter, at(USE[meter], 0) + random.int(at(USE[meter], 0))]));
  const rows: NewRow<'readings'>[] = [];
  for (let ago = MONTHS - 1; ago >= 0; ago -= 1) {
    for (const meter of meters) {
      const [, low, high] = USE[meter];
      values.set(meter, (values.get(meter) ?? 0) + random.between(low, high));
    }
    const moment = sentAt(company, random, unit.building, ago, habit);
    if (moment > calendar.now || (habit !== 'meter' && random.chance(0.14))) continue;
    const sender = habit === 'meter' ? null : chooseSender(company, random, family);
    rows.push({
      id: before + rows.length + 1,
      unit_id: unit.id,
      month: calendar.month(ago),
      sender_type: sender === null ? 'meter' : sender.member ? 'employee' : 'resident',
      sender_id: sender?.id ?? null,
      at: moment,
      ...(Object.fromEntries(METER_COLUMNS.map((meter) => [meter, values.get(meter) ?? null])) as Values),
    });
  }
  return rows;
}

type Values = Record<MeterColumn, number | null>;

type Habit = 'meter' | 'resident' | 'concierge';

/** A fifth of the flats has automatic meters; empty flats are read by the concierge. */
function drawHabit(random: Seeded, family: readonly DemoPerson[]): Habit {
  if (random.chance(0.2)) return 'meter';
  return family.length > 0 && random.chance(0.85) ? 'resident' : 'concierge';
}

function chooseSender({ people }: Company, random: Seeded, family: readonly DemoPerson[]): DemoPerson {
  const concierge = people.staff.find(({ member }) => member?.position === 'Консьерж') ?? at(people.staff, 0);
  return family.length > 0 && random.chance(0.9) ? random.pick(family) : concierge;
}

/** Automatic meters send on the first day of the window at midnight; people send within it. */
function sentAt({ calendar }: Company, random: Seeded, { plan }: Building, ago: number, habit: Habit): Date {
  const [first, last] = plan.window ?? [15, 25];
  if (habit === 'meter') return calendar.monthDay(ago, first, '00:00');
  const time = `${random.between(8, 22)}:${String(random.int(60)).padStart(2, '0')}`;
  return calendar.monthDay(ago, random.between(first, last), time);
}
