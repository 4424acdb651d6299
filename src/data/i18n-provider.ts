import polyglotI18nProvider from 'ra-i18n-polyglot';
import russian from 'ra-language-russian';
import { type I18nProvider, mergeTranslations } from 'react-admin';
import { ru } from '#i18n/ru.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { resourceTexts } from './resource-texts.ts';

/**
 * Every text of the console by key, the later winning: the Russian pack of react-admin, what is made
 * from the definitions' word forms, and our own texts, which mend the pack (`i18n/ru/ra.ts`) and name
 * the built-in sections' fields (`i18n/ru/resources.ts`).
 */
export function makeMessages(resources: readonly Resource[]) {
  const sections = Object.fromEntries(resources.map((resource) => [resource.name, resourceTexts(resource)]));
  return mergeTranslations(russian, { resources: sections }, ru);
}

/** Texts for react-admin. A key that is a sentence already, as in an installation's definition, is given back. */
export function makeI18nProvider(resources: readonly Resource[]): I18nProvider {
  const messages = makeMessages(resources);
  return polyglotI18nProvider(() => messages, 'ru', [{ locale: 'ru', name: 'Русский' }], { allowMissing: true });
}
