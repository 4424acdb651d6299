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
 * All texts of the console by key; later sources override earlier ones: the Russian pack of react-admin, texts made from the word
 * forms of definitions, and our own texts, which correct the pack (`i18n/ru/ra.ts`) and name the fields of built-in sections
 * (`i18n/ru/resources.ts`).
 */
export function makeMessages(resources: readonly Resource[]) {
  const sections = Object.fromEntries(resources.map((resource) => [resource.name, resourceTexts(resource)]));
  return mergeTranslations(russian, { resources: sections }, ru);
}

/**
 * i18n provider for react-admin, with typographic corrections. A key that is already a sentence, as in an added definition, is
 * returned as it is.
 */
export function makeI18nProvider(resources: readonly Resource[]): I18nProvider {
  const messages = makeMessages(resources);
  const provider = polyglotI18nProvider(() => messages, 'ru', [{ locale: 'ru', name: 'Русский' }], {
    allowMissing: true,
  });
  const translate: I18nProvider['translate'] = (key, options) => {
    // Called without the default text `_`, because texts loaded with the code of a section take precedence over it.
    const message = provider.translate(key, { ...options, _: undefined });
    return message === key ? text(key, options) : typeset(message);
  };
  return { ...provider, translate };
}

/** The providers for react-admin. */
export interface Providers {
  dataProvider: DataProvider;
  authProvider: AuthProvider;
  i18nProvider: I18nProvider;
}

/** A provider whose code is loaded by its first call; after a failure the next call tries again. */
function lazyProvider(load: () => Promise<DataProvider>): DataProvider {
  let loading: Promise<DataProvider> | undefined;
  const loadProvider = async () => {
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
        (await loadProvider())[method]?.(...params),
  });
}

/** Data provider of all definitions: each call goes to the provider for the API dialect of its definition. */
export function makeDataProvider(resources: readonly Resource[]): DataProvider {
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  const find = (name: string): Resource => {
    const resource = byName.get(name);
    if (!resource) throw new Error(`No definition is named «${name}»`);
    return resource;
  };
  const dialects = {
    crm: makeCrmProvider(find),
    'simple-rest': lazyProvider(async () => (await import('./rest-provider.ts')).makeRestProvider(find)),
  } as const satisfies Record<Resource['api']['dialect'], DataProvider>;
  const combined = combineDataProviders((name) => dialects[find(name).api.dialect]);
  // The combined provider returns a function for every property, but react-admin expects `true` here.
  return new Proxy(combined, {
    get: (target, name) => (name === 'supportAbortSignal' ? true : Reflect.get(target, name)),
  });
}

/**
 * Creates the providers of react-admin from all definitions, built-in and added.
 * @param queryClient cache with the building list, which rights depend on
 */
export function makeProviders(resources: readonly Resource[], queryClient?: QueryClient): Providers {
  return {
    dataProvider: makeDataProvider(resources),
    authProvider: makeAuthProvider(resources, queryClient),
    i18nProvider: makeI18nProvider(resources),
  };
}
