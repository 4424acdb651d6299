import { useTranslate } from 'react-admin';
import { levelKeys } from '../level/levels.ts';

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
