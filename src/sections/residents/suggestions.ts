import '#i18n/resident-search-texts.ts';
import { buildingLabel } from '#console/data/buildings/building-list.ts';
import { COUNTED_MOST, TAG_OBJECTS, type TagObject } from '#resources/protocol/search/search.ts';
import type { Offered } from '#resources/protocol/search/search-answers.ts';
import type { Tag } from './tags.ts';

type Translate = (key: string, params?: Record<string, unknown>) => string;

/** One line of the suggestions: what it says and which tags it adds. */
export interface Suggestion {
  key: string;
  group: 'parts' | 'contains' | 'complexes' | 'buildings' | 'residents';
  tags: Tag[];
  /** The object to draw, or the kinds of a 'contains' tag. */
  shows:
    | { kind: 'contains'; object: TagObject; text: string; count: string | null }
    | { kind: 'parts'; text: string }
    | { kind: 'complex'; name: string }
    | { kind: 'building'; street: string; number: string; complex: string | null }
    | { kind: 'resident'; name: string; avatar: string | null; line: string };
}

/** «кв. 48», «оф. 2». */
export function unitLabel({ unit_type, label }: { unit_type?: string; label: string }, translate: Translate): string {
  return translate(unit_type === 'flat' || unit_type === undefined ? 'residents.unit.flat' : 'residents.unit.other', {
    label,
  });
}

/** «2 помещения», «5 резидентов», «100 и больше»; null where the server does not count. */
function countText(object: TagObject, count: number | undefined, translate: Translate): string | null {
  if (count === undefined) return null;
  if (count >= COUNTED_MOST) return translate('residents.search.many', { count: COUNTED_MOST });
  const people = object === 'resident' || object === 'phone';
  return translate(people ? 'residents.search.people' : 'residents.search.units', { smart_count: count });
}

const contains = (objectType: TagObject, id: string): Tag => ({ objectType, searchType: 'contains', id, label: id });

/**
 * The suggestions of an answer in the order they are listed: what a short form says at once, a 'contains' tag for each kind
 * that was answered, then the objects that were found (RES-04).
 */
export function listSuggestions(answer: Offered, translate: Translate): Suggestion[] {
  const { search_str: text, counts, parts } = answer;
  const together: Suggestion[] = parts.length
    ? [
        {
          key: 'parts',
          group: 'parts',
          tags: parts.map(({ object_type, id }) => contains(object_type, id)),
          shows: {
            kind: 'parts',
            text: parts
              .map(({ object_type, id }) => `${translate(`residents.search.tag.${object_type}`)} ${id}`)
              .join(', '),
          },
        },
      ]
    : [];
  const types = TAG_OBJECTS.filter((object) => answer.types.includes(object)).map((object): Suggestion => {
    const count = countText(object, counts[object], translate);
    return {
      key: `contains ${object}`,
      group: 'contains',
      tags: [contains(object, text)],
      shows: { kind: 'contains', object, text, count },
    };
  });
  const complexes = answer.complexes.map(
    ({ id, name }): Suggestion => ({
      key: `complex ${id}`,
      group: 'complexes',
      tags: [{ objectType: 'complex', searchType: 'object', id, label: name }],
      shows: { kind: 'complex', name },
    }),
  );
  const buildings = answer.buildings.map(
    ({ id, street, number, complex }): Suggestion => ({
      key: `building ${id}`,
      group: 'buildings',
      tags: [{ objectType: 'building', searchType: 'object', id, label: `${street}, ${number}` }],
      shows: { kind: 'building', street, number, complex },
    }),
  );
  const residents = answer.residents.map((resident): Suggestion => {
    // The client names a resident by `user` (G-19).
    const { user, first_name, last_name, avatar, unit } = resident;
    const name = `${last_name} ${first_name}`;
    const line = unit ? `${buildingLabel(unit.building)}, ${unitLabel(unit, translate)}` : '';
    return {
      key: `resident ${user}`,
      group: 'residents',
      tags: [{ objectType: 'resident', searchType: 'object', id: user, label: name }],
      shows: { kind: 'resident', name, avatar, line },
    };
  });
  return [...together, ...types, ...complexes, ...buildings, ...residents];
}
