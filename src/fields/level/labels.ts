import { useTranslate } from 'react-admin';
import { canHide } from '#resources/language/access.ts';
import { levelKeys } from '#resources/language/kinds/level.ts';

/** The effective level: a section that cannot be hidden is at least read (PERM-17). */
export function effectiveLevel(section: string, level: string): string {
  return level === 'denied' && !canHide(section) ? 'read' : level;
}

/** Returns functions for the labels of sections and their levels, including sections added by an installation. */
export function useLevelLabels() {
  const translate = useTranslate();
  return {
    section: (section: string) =>
      translate(`access.sections.${section}`, { _: translate(`resources.${section}.page.list`, { _: section }) }),
    level: (section: string, level: string) => {
      const [key, fallbackKey] = levelKeys(section, level);
      return translate(key, { _: translate(fallbackKey, { _: level }) });
    },
  };
}
