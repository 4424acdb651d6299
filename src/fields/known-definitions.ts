import { createContext, useContext } from 'react';
import { BUILT_IN } from '#resources/built-in.ts';
import type { Resource } from '#resources/language/define-resource.ts';

/** Every section of this installation, for fields that link to other sections. */
export const KnownDefinitions = createContext<readonly Resource[]>(BUILT_IN);

/** Returns the URL of a record of a definition by id; null where it has no page for single records. */
export function recordAddress({ card, form, routes }: Resource): ((id: number) => string) | null {
  const page = card ? routes.list : form ? routes.edit : undefined;
  return page === undefined ? null : (id) => `${page}?id=${id}`;
}

/** Returns the URL of a record of a section by id; null where the section has no page for single records. */
export function useRecordAddress(name: string): ((id: number) => string) | null {
  const definition = useContext(KnownDefinitions).find((resource) => resource.name === name);
  return definition ? recordAddress(definition) : null;
}
