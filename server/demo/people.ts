import type { Gender, UserStatus } from '#server/db/tables/access.ts';
import type { Calendar } from './calendar.ts';
import { FIRST_NAMES, LAST_NAMES, lastName } from './names.ts';
import type { DemoBuilding, Porch, Unit } from './places.ts';
import type { NewRow, RowBatch } from './rows.ts';
import { createRandom, itemAt, type Random, sha256Hex } from './seeded.ts';
import { SERVICES } from './services.ts';
import { accountPhone, STAFF, type StaffMember } from './staff.ts';

/** A person of the demo company. */
export interface DemoPerson {
  id: number;
  first: string;
  last: string;
  gender: Gender;
  status: UserStatus;
  /** Flats of a resident. */
  units: Unit[];
  /** Set for staff. */
  member?: StaffMember;
  /** Number of the portrait; null = none. */
  avatar: number | null;
}

/** Staff and residents. */
export interface People {
  staff: DemoPerson[];
  residents: DemoPerson[];
}

const DAYS_OF_STAFF = 900;

/** Creates the people of the demo company with their flats. */
export function createPeople(buildings: readonly DemoBuilding[]): People {
  const accounts = STAFF.map(
    (member, index): DemoPerson => ({
      id: index + 1,
      first: member.name[0],
      last: member.name[1],
      gender: member.gender,
      status: member.status,
      units: member.role === 'resident' ? [familyFlat(buildings)] : [],
      member,
      avatar: member.avatar,
    }),
  );
  const staff = accounts.filter(({ member }) => member?.role !== 'resident');
  const residents = [
    ...accounts.filter(({ member }) => member?.role === 'resident'),
    ...generateResidents(buildings, accounts.length),
  ];
  return { staff, residents };
}

/** Rows of people. @param passwordHash hash of the password shared by all demo accounts */
export function userRows({ staff, residents }: People, calendar: Calendar, passwordHash: string): NewRow<'users'>[] {
  const dates = createRandom('dates of people');
  return [...staff, ...residents].map(({ id, member, status, ...person }) => {
    const since = calendar.ago(status === 'created' ? dates.int(6) : 30 + dates.int(DAYS_OF_STAFF), '11:20');
    return {
      id,
      role: member?.role ?? 'resident',
      phone: status === 'deleted' ? null : member?.account ? accountPhone(member.account) : generatePhone(id),
      password_hash: member?.account && status !== 'created' ? passwordHash : null,
      status,
      first_name: person.first,
      last_name: person.last,
      gender: person.gender,
      email: null,
      position: member?.position || null,
      company_id: person.units.length > 0 ? null : (member?.company ?? null),
      chat_id: chatId(id),
      created_at: since,
      updated_at: since,
    };
  });
}

/** Rows of levels, entrances, services and flats. */
export function rightsRows({ staff, residents }: People, buildings: readonly DemoBuilding[]): RowBatch {
  const members = staff.flatMap(({ id, member }) => (member ? [{ id, member }] : []));
  return {
    levels: members.flatMap(({ id, member }) =>
      Object.entries(member.levels).map(([section, level]) => ({ user_id: id, section, level })),
    ),
    user_porches: members.flatMap(({ id, member }) =>
      staffPorches(member, buildings).map((porch) => ({ user_id: id, porch_id: porch.id })),
    ),
    services: SERVICES.map(({ name, icon }, index) => ({ id: index + 1, name, icon })),
    user_services: members.flatMap(({ id, member }) =>
      member.services.map((name) => ({
        user_id: id,
        service_id: SERVICES.findIndex((service) => service.name === name) + 1,
      })),
    ),
    residents_units: residents.flatMap(({ id, units }) =>
      units.map((unit, index) => ({ user_id: id, unit_id: unit.id, place: index + 1 })),
    ),
  };
}

/** Chat id: `usr` and 8 bytes, the same for the same person at every fresh start. */
function chatId(userId: number): string {
  return `usr${Buffer.from(sha256Hex(`chat ${userId}`), 'hex')
    .subarray(0, 8)
    .toString('base64url')}`;
}

/**
 * Phone of a generated person. Only +7 900 0…, so that no message of a demo reaches a real person; the first hundred numbers
 * belong to the demo accounts.
 */
function generatePhone(userId: number): string {
  return `+79000${String(100 + ((userId * 7_919) % 999_900)).padStart(6, '0')}`;
}

/** Entrances that a member of staff has access to. */
export function staffPorches(member: StaffMember, buildings: readonly DemoBuilding[]): Porch[] {
  if (member.reach === 'none') return [];
  if (member.reach === 'all') return buildings.flatMap(({ porches }) => porches);
  if (member.reach === 'half') return buildings.filter((_, index) => index % 2 === 0).flatMap(({ porches }) => porches);
  const [first, second, ...otherBuildings] = buildings.filter(({ plan }) => plan.flats > 0);
  const partialBuilding = [first, second, ...otherBuildings].reduce((largest, next) =>
    (next?.porches.length ?? 0) > (largest?.porches.length ?? 0) ? next : largest,
  );
  const wholeBuildings = [first, second, ...otherBuildings]
    .filter((building) => building && building !== partialBuilding)
    .slice(0, 2);
  return [
    ...wholeBuildings.flatMap((building) => building?.porches ?? []),
    ...(partialBuilding?.porches.slice(0, 1) ?? []),
  ];
}

/** Flat of the resident among the demo accounts: 48 if the first building has it, otherwise the eighth flat. */
function familyFlat(buildings: readonly DemoBuilding[]): Unit {
  const units = itemAt(buildings, 0).units.filter(({ type }) => type === 'flat');
  return units.find(({ label }) => label === '48') ?? itemAt(units, 7);
}

/** Families: most flats have one to four residents with the same last name; a few also own a parking place. */
function generateResidents(buildings: readonly DemoBuilding[], lastId: number): DemoPerson[] {
  const random = createRandom('residents');
  const residents: DemoPerson[] = [];
  const parking = buildings.flatMap(({ units }) => units.filter(({ type }) => type === 'parking'));
  const addResident = (family: string, unit: Unit) => {
    const gender: Gender = random.chance(0.5) ? 'male' : 'female';
    const units = [unit];
    if (parking.length > 0 && random.chance(0.06)) units.push(random.pick(parking));
    residents.push({
      id: lastId + residents.length + 1,
      first: random.pick(FIRST_NAMES[gender]),
      last: lastName(family, gender),
      gender,
      status: pickStatus(random),
      units,
      avatar: random.chance(0.12) ? pickPortrait(random, gender) : null,
    });
  };
  for (const unit of buildings.flatMap(({ units }) => units)) {
    if (unit.type === 'parking' || !random.chance(unit.type === 'flat' ? 0.82 : 0.5)) continue;
    const family = random.pick(LAST_NAMES);
    const size = unit.type === 'office' ? 1 : 1 + random.int(random.chance(0.3) ? 4 : 2);
    for (let member = 0; member < size; member += 1)
      addResident(random.chance(0.88) ? family : random.pick(LAST_NAMES), unit);
  }
  return residents;
}

function pickStatus(random: Random): UserStatus {
  if (random.chance(0.8)) return 'active';
  return random.chance(0.85) ? 'created' : 'suspended';
}

const PORTRAITS: Readonly<Record<Gender, readonly number[]>> = { male: [1, 5, 6, 9, 10], female: [2, 3, 4, 7, 8, 11] };

function pickPortrait(random: Random, gender: Gender): number {
  return random.pick(PORTRAITS[gender]);
}
