import { useTranslate } from 'react-admin';
import { canHide } from '#resources/language/access.ts';
import { levelKeys } from '#resources/language/kinds/level.ts';

/** A level as it acts: what cannot be hidden is at least read (PERM-17). */
export function actingLevel(section: string, level: string): string {
  return level === 'denied' && !canHide(section) ? 'read' : level;
}

/** How sections and their levels are called, those that an installation added too. */
export function useLevelWords() {
  const translate = useTranslate();
  return {
    section: (section: string) =>
      translate(`access.sections.${section}`, { _: translate(`resources.${section}.page.list`, { _: section }) }),
    level: (section: string, level: string) => {
      const [key, other] = levelKeys(section, level);
      return translate(key, { _: translate(other, { _: level }) });
    },
  };
}
