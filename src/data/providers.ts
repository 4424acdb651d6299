import type { QueryClient } from '@tanstack/react-query';
import { type AuthProvider, combineDataProviders, type DataProvider, type I18nProvider } from 'react-admin';
import type { Resource } from '#resources/language/define-resource.ts';
import { makeAuthProvider } from './auth-provider.ts';
import { makeCrmProvider } from './crm-provider.ts';
import { makeI18nProvider } from './i18n-provider.ts';

/** What react-admin is given. */
export interface Providers {
  dataProvider: DataProvider;
  authProvider: AuthProvider;
  i18nProvider: I18nProvider;
}

/** A provider whose code is fetched with its first call; a fetch that failed is made again by the next one. */
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
 * @param queries what the console has fetched, for rights that depend on it
 */
export function makeProviders(resources: readonly Resource[], queries?: QueryClient): Providers {
  return {
    dataProvider: makeDataProvider(resources),
    authProvider: makeAuthProvider(resources, queries),
    i18nProvider: makeI18nProvider(resources),
  };
}
