import { type Building, buildingLabel } from '#console/data/buildings/building-list.ts';
import type { ChatPerson } from '#console/data/chat/people.ts';
import { readTags, TAGS } from '#resources/rules/chat/tags.ts';

/** The tabs of the page (CHAT-01). */
export const TABS = ['all', 'resident', 'company', 'complaint'] as const;
export type ChatTab = (typeof TABS)[number];

type Translate = (key: string, params?: Record<string, unknown>) => string;

/** Whose contacts are shown: residents of these buildings and colleagues of this company. */
export interface ContactScope {
  buildings: readonly Building[];
  company: number | null;
}

/** Search tags of all possible contacts (CHAT-05, CHAT-06): the company, and whole buildings or only the entrances in scope. */
export function contactScopeTags({ buildings, company }: ContactScope): string[] {
  const homeTags = buildings.flatMap((building) =>
    building.is_all_porches
      ? [TAGS.building(building.id)]
      : building.available_porches.map((porch) => TAGS.porch(porch.id)),
  );
  return [...(company === null ? [] : [TAGS.company(company)]), ...homeTags];
}

/** Resident or colleague; null for a person of neither kind. */
export function contactKind(person: ChatPerson): 'resident' | 'company' | null {
  const tags = readTags(person.tags);
  if (person.group || person.staff === true || tags.companies.length) return 'company';
  return tags.resident || tags.buildings.length || tags.porches.length ? 'resident' : null;
}

/** Whether a person is listed for these buildings (CHAT-05); colleagues always are. */
export function isInContactScope(person: ChatPerson, { buildings }: ContactScope): boolean {
  if (contactKind(person) !== 'resident') return true;
  const tags = readTags(person.tags);
  // Former residents have no home tags, but their chats stay readable.
  if (!tags.buildings.length && !tags.porches.length) return true;
  return buildings.some(
    (building) =>
      tags.buildings.includes(building.id) ||
      building.available_porches.some((porch) => tags.porches.includes(porch.id)),
  );
}

/** Home of a person by their tags; the first one if there are several. */
export function contactHome(
  person: ChatPerson,
  byId: ReadonlyMap<number, Building>,
): { building: Building; porch: { id: number; number: number } | null } | null {
  const tags = readTags(person.tags);
  for (const building of byId.values()) {
    const porch = building.available_porches.find(({ id }) => tags.porches.includes(id)) ?? null;
    if (porch || (tags.buildings.includes(building.id) && !tags.porches.length)) return { building, porch };
  }
  const building = tags.buildings.map((id) => byId.get(id)).find((building) => building !== undefined);
  return building ? { building, porch: null } : null;
}

/** Line under a name (CHAT-04): «ул. Лесная, 12, подъезд 2» for a resident, the position for a colleague. */
export function contactSubtitle(
  person: ChatPerson,
  byId: ReadonlyMap<number, Building>,
  translate: Translate,
  flats?: readonly string[],
): string {
  if (person.group) return translate('chats.group');
  const home = contactKind(person) === 'resident' ? contactHome(person, byId) : null;
  if (!home) return person.position;
  const flatsOrEntrance = flats?.length
    ? translate('chats.flats', { numbers: flats.join(', ') })
    : home.porch && translate('chats.porch', { number: home.porch.number });
  return [buildingLabel(home.building), flatsOrEntrance].filter(Boolean).join(', ');
}

/** Display name of a person; deleted people have no name and get a placeholder. */
export const contactTitle = (person: ChatPerson, translate: Translate): string =>
  person.title || translate('chats.nameless');
