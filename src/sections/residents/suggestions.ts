import '#i18n/resident-search-texts.ts';
import { buildingLabel } from '#console/data/buildings/building-list.ts';
import { TAG_COUNT_MAX, TAG_OBJECTS, type TagObject } from '#resources/protocol/search/search.ts';
import type { SearchSuggestions } from '#resources/protocol/search/search-answers.ts';
import type { Tag } from './tags.ts';

type Translate = (key: string, params?: Record<string, unknown>) => string;

/** A suggestion: what is shown and which tags it adds. */
export interface Suggestion {
  key: string;
  group: 'parts' | 'contains' | 'complexes' | 'buildings' | 'residents';
  tags: Tag[];
  /** What is shown: an object, or a search for a text. */
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

/** «2 помещения», «5 резидентов», «100 и больше»; null if the server sends no count. */
function countText(object: TagObject, count: number | undefined, translate: Translate): string | null {
  if (count === undefined) return null;
  if (count >= TAG_COUNT_MAX) return translate('residents.search.many', { count: TAG_COUNT_MAX });
  const isPerson = object === 'resident' || object === 'phone';
  return translate(isPerson ? 'residents.search.people' : 'residents.search.units', { smart_count: count });
}

const containsTag = (objectType: TagObject, id: string): Tag => ({ objectType, searchType: 'contains', id, label: id });

/**
 * Suggestions of a response in list order (RES-04): the parts of a short form at once, a 'contains' tag for each kind, then the
 * found objects.
 */
export function listSuggestions(answer: SearchSuggestions, translate: Translate): Suggestion[] {
  const { search_str: text, counts, parts } = answer;
  const partsSuggestions: Suggestion[] = parts.length
    ? [
        {
          key: 'parts',
          group: 'parts',
          tags: parts.map(({ object_type, id }) => containsTag(object_type, id)),
          shows: {
            kind: 'parts',
            text: parts
              .map(({ object_type, id }) => `${translate(`residents.search.tag.${object_type}`)} ${id}`)
              .join(', '),
          },
        },
      ]
    : [];
  const containsSuggestions = TAG_OBJECTS.filter((object) => answer.types.includes(object)).map(
    (object): Suggestion => {
      const count = countText(object, counts[object], translate);
      return {
        key: `contains ${object}`,
        group: 'contains',
        tags: [containsTag(object, text)],
        shows: { kind: 'contains', object, text, count },
      };
    },
  );
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
    // Residents are identified by `user` (G-19).
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
  return [...partsSuggestions, ...containsSuggestions, ...complexes, ...buildings, ...residents];
}
