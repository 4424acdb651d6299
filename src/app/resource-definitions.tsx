import { type ReactNode, useMemo } from 'react';
import { ResourceDefinitionContext, type ResourceDefinitions, useTranslate } from 'react-admin';
import { recordTitle } from '#console/engine/resource-context.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import { sectionTitle } from '#resources/language/words.ts';

const ignore = () => undefined;

/**
 * Registers every definition as a resource of react-admin, so that its components (`useResourceDefinition`, `ReferenceField`,
 * `EditButton`, `CreateButton`) know its pages, its title and how to represent a record.
 */
export function RegisteredResources({ resources, children }: { resources: readonly Resource[]; children: ReactNode }) {
  const translate = useTranslate();
  const value = useMemo(() => {
    const definitions: ResourceDefinitions = Object.fromEntries(
      resources.map((resource) => {
        const { name, words, form, routes, card } = resource;
        return [
          name,
          {
            name,
            hasList: true,
            hasCreate: form !== undefined && routes.create !== undefined,
            hasEdit: form !== undefined && routes.edit !== undefined,
            hasShow: card !== undefined,
            options: { label: sectionTitle(words) },
            recordRepresentation: (record) =>
              recordTitle(resource, record, translate(`resources.${name}.forcedCaseName`)),
          },
        ];
      }),
    );
    return { definitions, register: ignore, unregister: ignore };
  }, [resources, translate]);
  return <ResourceDefinitionContext.Provider value={value}>{children}</ResourceDefinitionContext.Provider>;
}
