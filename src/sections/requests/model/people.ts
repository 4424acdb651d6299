import { firstLetter } from '#console/ui/display/avatar.tsx';
import type { Performer } from '#resources/protocol/requests/tasks.ts';

interface PersonName {
  first_name: string;
  last_name: string;
}

/** «Игорь Мельников». */
export function fullName({ first_name, last_name }: PersonName): string {
  return [first_name, last_name].filter(Boolean).join(' ');
}

/** «Мельников Игорь», as the history names people (TASK-21). */
export function surnameFirst({ first_name, last_name }: PersonName): string {
  return [last_name, first_name].filter(Boolean).join(' ');
}

/** «И. Мельников». */
export function shortName({ first_name, last_name }: PersonName): string {
  const letter = firstLetter(first_name);
  return letter && last_name ? `${letter}. ${last_name}` : fullName({ first_name, last_name });
}

/** Text prepared for a comparison that ignores case and treats «ё» as «е». */
export const foldText = (text: string): string => text.toLocaleLowerCase('ru').replaceAll('ё', 'е');

/** People whose name or position contains every typed word. */
export function filterPeople<Person extends Performer>(people: readonly Person[], query: string): readonly Person[] {
  const words = foldText(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return people;
  return people.filter((person) => {
    const text = foldText(`${fullName(person)} ${person.position ?? ''}`);
    return words.every((word) => text.includes(word));
  });
}
