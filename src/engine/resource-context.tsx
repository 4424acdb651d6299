import { createContext, type ReactNode, useContext } from 'react';
import { type RaRecord, ResourceContextProvider } from 'react-admin';
import type { Resource } from '#resources/language/define-resource.ts';
import { getTraits } from '#resources/language/kinds/traits.ts';
import { titleField } from '#resources/language/title-field.ts';
import { readWireValue } from '#resources/language/wire-keys.ts';

const DefinitionContext = createContext<Resource | null>(null);

/** Provides the definition to everything inside, also as react-admin's resource context. */
export function ResourceProvider({ resource, children }: { resource: Resource; children: ReactNode }) {
  return (
    <DefinitionContext value={resource}>
      <ResourceContextProvider value={resource.name}>{children}</ResourceContextProvider>
    </DefinitionContext>
  );
}

/** The definition of the page around the caller. */
export function useResource(): Resource {
  const resource = useContext(DefinitionContext);
  if (!resource) throw new Error('useResource needs a ResourceProvider around it');
  return resource;
}

/** The value of a field in a record. */
function wireValue(resource: Resource, record: RaRecord, name: string): unknown {
  const field = resource.fields[name];
  return field ? readWireValue(name, field, record) : record[name];
}

/** Title of a record: «Двор со стороны сквера», or «Камера 7» when it has no name. */
export function recordTitle(resource: Resource, record: RaRecord, one: string): string {
  const field = titleField(resource);
  const fieldValue = field === null ? null : wireValue(resource, record, field);
  const definition = field === null ? undefined : resource.fields[field];
  // Separator by kind: an address is «ул. Лесная, 12», a person «Анна Лебедева».
  const separator = (definition && getTraits(definition).separator) ?? ', ';
  const name =
    typeof fieldValue === 'object' && fieldValue !== null
      ? Object.values(fieldValue).filter(Boolean).join(separator)
      : fieldValue;
  return typeof name === 'string' && name !== '' ? name : `${one} ${record.id}`;
}
