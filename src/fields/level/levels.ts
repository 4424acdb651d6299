import { useTranslate } from 'react-admin';
import { type Level, offeredLevels } from '#resources/language/access.ts';
import { levelKeys } from '#resources/language/kinds/level.ts';

/** The levels the section offers, with labels (B§6). */
export function useLevelOptions(section: string): { value: Level; label: string }[] {
  const translate = useTranslate();
  return offeredLevels(section).map((value) => {
    const [key, other] = levelKeys(section, value);
    return { value, label: translate(key, { _: translate(other) }) };
  });
}
