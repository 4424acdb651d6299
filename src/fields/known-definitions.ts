import { createContext, useContext } from 'react';
import { BUILT_IN } from '#resources/built-in.ts';
import type { Resource } from '#resources/language/define-resource.ts';

/** Every section of this installation, for fields that lead to another one. */
export const KnownDefinitions = createContext<readonly Resource[]>(BUILT_IN);

/** The address of a record of a section; null where the section has no page for single records. */
export function useRecordAddress(name: string): ((id: number) => string) | null {
  const found = useContext(KnownDefinitions).find((resource) => resource.name === name);
  const page = found?.card ? found.routes.list : found?.form ? found.routes.edit : undefined;
  return page === undefined ? null : (id) => `${page}?id=${id}`;
}
