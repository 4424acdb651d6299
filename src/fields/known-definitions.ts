import { createContext, useContext } from 'react';
import { BUILT_IN } from '#resources/built-in.ts';
import type { Resource } from '#resources/language/define-resource.ts';

/** Every section of this installation, for fields that lead to another one. */
export const KnownDefinitions = createContext<readonly Resource[]>(BUILT_IN);

/** The address of a record of a definition; null where it has no page for single records. */
export function recordAddress({ card, form, routes }: Resource): ((id: number) => string) | null {
  const page = card ? routes.list : form ? routes.edit : undefined;
  return page === undefined ? null : (id) => `${page}?id=${id}`;
}

/** The address of a record of a section; null where the section has no page for single records. */
export function useRecordAddress(name: string): ((id: number) => string) | null {
  const found = useContext(KnownDefinitions).find((resource) => resource.name === name);
  return found ? recordAddress(found) : null;
}
