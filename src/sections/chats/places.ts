import { type Building, buildingLabel } from '#console/data/buildings/building-list.ts';
import type { ChatPerson } from '#console/data/chat/people.ts';
import { readTags, TAGS } from '#resources/rules/chat/tags.ts';

/** The tabs of the page (CHAT-01). */
export const TABS = ['all', 'resident', 'company', 'complaint'] as const;
export type ChatTab = (typeof TABS)[number];

type Translate = (key: string, params?: Record<string, unknown>) => string;

/** The checked buildings and entrances in reach, whose residents are shown. */
export interface Reach {
  buildings: readonly Building[];
  company: number | null;
}

/** Tags of everybody one may write to (CHAT-05, CHAT-06): colleagues, whole buildings, else single entrances. */
export function tagsInReach({ buildings, company }: Reach): string[] {
  const living = buildings.flatMap((building) =>
    building.is_all_porches
      ? [TAGS.building(building.id)]
      : building.available_porches.map((porch) => TAGS.porch(porch.id)),
  );
  return [...(company === null ? [] : [TAGS.company(company)]), ...living];
}

/** Resident or colleague; null for a person of neither kind. */
export function contactKind(person: ChatPerson): 'resident' | 'company' | null {
  const places = readTags(person.tags);
  if (person.group || person.staff === true || places.companies.length) return 'company';
  return places.resident || places.buildings.length || places.porches.length ? 'resident' : null;
}

/** Whether a person belongs into the list for these buildings (CHAT-05). */
export function isInReach(person: ChatPerson, { buildings }: Reach): boolean {
  if (contactKind(person) !== 'resident') return true;
  const places = readTags(person.tags);
  // A person with no home any more: an old chat stays to be read.
  if (!places.buildings.length && !places.porches.length) return true;
  return buildings.some(
    (building) =>
      places.buildings.includes(building.id) ||
      building.available_porches.some((porch) => places.porches.includes(porch.id)),
  );
}

/** A person's home, as far as their tags say; the first of several. */
export function contactHome(
  person: ChatPerson,
  byId: ReadonlyMap<number, Building>,
): { building: Building; porch: { id: number; number: number } | null } | null {
  const places = readTags(person.tags);
  for (const building of byId.values()) {
    const porch = building.available_porches.find(({ id }) => places.porches.includes(id)) ?? null;
    if (porch || (places.buildings.includes(building.id) && !places.porches.length)) return { building, porch };
  }
  const building = places.buildings.map((id) => byId.get(id)).find((known) => known !== undefined);
  return building ? { building, porch: null } : null;
}

/** «ул. Лесная, 12, подъезд 2» of a resident, the position of a colleague (CHAT-04). */
export function whereText(
  person: ChatPerson,
  byId: ReadonlyMap<number, Building>,
  translate: Translate,
  flats?: readonly string[],
): string {
  if (person.group) return translate('chats.group');
  const home = contactKind(person) === 'resident' ? contactHome(person, byId) : null;
  if (!home) return person.position;
  const within = flats?.length
    ? translate('chats.flats', { numbers: flats.join(', ') })
    : home.porch && translate('chats.porch', { number: home.porch.number });
  return [buildingLabel(home.building), within].filter(Boolean).join(', ');
}

/** A person's name as shown; deleted people have none. */
export const contactTitle = (person: ChatPerson, translate: Translate): string =>
  person.title || translate('chats.nameless');
