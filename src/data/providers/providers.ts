import type { QueryClient } from '@tanstack/react-query';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import russian from 'ra-language-russian';
import {
  type AuthProvider,
  combineDataProviders,
  type DataProvider,
  type I18nProvider,
  mergeTranslations,
} from 'react-admin';
import { text } from '#i18n/console-text.ts';
import { ru } from '#i18n/ru.ts';
import { typeset } from '#i18n/typeset.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { makeAuthProvider } from '../session/auth-provider.ts';
import { makeCrmProvider } from './crm-provider.ts';
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

/** Texts for react-admin, typeset. A key that is a sentence already, as in an installation's definition, is given back. */
export function makeI18nProvider(resources: readonly Resource[]): I18nProvider {
  const messages = makeMessages(resources);
  const provider = polyglotI18nProvider(() => messages, 'ru', [{ locale: 'ru', name: 'Русский' }], {
    allowMissing: true,
  });
  const translate: I18nProvider['translate'] = (key, options) => {
    // Without the default text `_`, since texts loaded with the code of an area take precedence over it.
    const said = provider.translate(key, { ...options, _: undefined });
    return said === key ? text(key, options) : typeset(said);
  };
  return { ...provider, translate };
}

/** The providers for react-admin. */
export interface Providers {
  dataProvider: DataProvider;
  authProvider: AuthProvider;
  i18nProvider: I18nProvider;
}

/** A provider that is loaded with its first call; a load that failed is tried again by the next call. */
function later(load: () => Promise<DataProvider>): DataProvider {
  let loading: Promise<DataProvider> | undefined;
  const ready = async () => {
    loading ??= load();
    try {
      return await loading;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
  return new Proxy({} as DataProvider, {
    get:
      (_, method: string) =>
      async (...params: unknown[]) =>
        (await ready())[method]?.(...params),
  });
}

/** A data provider made of the definitions' bindings: each section is spoken to in its own dialect. */
export function makeDataProvider(resources: readonly Resource[]): DataProvider {
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  const find = (name: string): Resource => {
    const resource = byName.get(name);
    if (!resource) throw new Error(`No definition is named «${name}»`);
    return resource;
  };
  const dialects = {
    crm: makeCrmProvider(find),
    'simple-rest': later(async () => (await import('./rest-provider.ts')).makeRestProvider(find)),
  } as const satisfies Record<Resource['api']['dialect'], DataProvider>;
  const combined = combineDataProviders((name) => dialects[find(name).api.dialect]);
  // The combined provider answers every name with a function; react-admin wants exactly `true` here.
  return new Proxy(combined, {
    get: (target, name) => (name === 'supportAbortSignal' ? true : Reflect.get(target, name)),
  });
}

/**
 * The providers of react-admin, made from every definition: the built-in ones and an installation's own.
 * @param queryClient what the console has fetched, for rights that depend on it
 */
export function makeProviders(resources: readonly Resource[], queryClient?: QueryClient): Providers {
  return {
    dataProvider: makeDataProvider(resources),
    authProvider: makeAuthProvider(resources, queryClient),
    i18nProvider: makeI18nProvider(resources),
  };
}
