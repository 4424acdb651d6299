import { useTranslate } from 'react-admin';
import { type Level, offeredLevels } from '#resources/language/access.ts';

/** The label of a level on a section (PERM-26). */
export function levelKeys(section: string, level: string): [key: string, other: string] {
  return [`access.levels.${section}.${level}`, `access.levels.other.${level}`];
}

/** The levels the section offers, with labels (B§6). */
export function useLevelOptions(section: string): { value: Level; label: string }[] {
  const translate = useTranslate();
  return offeredLevels(section).map((value) => {
    const [key, other] = levelKeys(section, value);
    return { value, label: translate(key, { _: translate(other) }) };
  });
}
