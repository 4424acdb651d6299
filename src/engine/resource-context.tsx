import { createContext, type ReactNode, useContext } from 'react';
import { type RaRecord, ResourceContextProvider } from 'react-admin';
import type { Resource } from '#resources/language/define-resource.ts';
import { traitsOf } from '#resources/language/kinds/traits.ts';
import { titleField } from '#resources/language/title-field.ts';
import { wireOf } from '#resources/language/wire-keys.ts';

const DefinitionContext = createContext<Resource | null>(null);

/** Says to everything inside which definition it draws. */
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
  return field ? wireOf(name, field, record) : record[name];
}

/** How a record is called: «Двор со стороны сквера», or «Камера 7» when it has no name. */
export function recordTitle(resource: Resource, record: RaRecord, one: string): string {
  const field = titleField(resource);
  const fieldValue = field === null ? null : wireValue(resource, record, field);
  const definition = field === null ? undefined : resource.fields[field];
  // An address: «ул. Лесная, 12»; a person: «Анна Лебедева».
  const between = (definition && traitsOf(definition).joint) ?? ', ';
  const name =
    typeof fieldValue === 'object' && fieldValue !== null
      ? Object.values(fieldValue).filter(Boolean).join(between)
      : fieldValue;
  return typeof name === 'string' && name !== '' ? name : `${one} ${record.id}`;
}
