import { useContext, useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { useFeatures } from '#console/data/session/features.ts';
import { useWireRecord } from '#console/fields/form-context.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { type Features, isFeatureOn, isFieldOffered } from '#resources/language/features.ts';
import { type FormSection, formSections } from '#resources/language/form-sections.ts';
import { getPointerTo } from '#resources/language/kinds/traits.ts';
import { FieldConditionsContext } from './field-conditions.ts';

/** A section of a form with its current state; with a `closedReason` only its disabled step is shown, with that hint. */
export interface OpenSection extends FormSection {
  closedReason: string | null;
}

/** Whether the condition of a section is met (EMP-33). */
export function isConditionMet({ when }: FormSection, values: Readonly<Record<string, unknown>>): boolean {
  if (!when) return true;
  const fieldValue = values[when.field];
  const value =
    when.key === undefined ? fieldValue : (fieldValue as Record<string, unknown> | null | undefined)?.[when.key];
  return value === when.is;
}

/** Fields of the form that a field depends on, as dotted paths. */
export function dependencies(field: FieldInput): readonly string[] {
  return Object.values(getPointerTo(field, 'list')?.by ?? {});
}

/** The sections of a form by features, use and current values (EMP-19, EMP-20, EMP-31). */
function openSections(
  resource: Pick<Resource, 'form' | 'fields'>,
  use: 'create' | 'edit',
  values: Readonly<Record<string, unknown>>,
  features: Features | null,
): OpenSection[] {
  return formSections(resource)
    .filter(({ feature }) => isFeatureOn(features, feature))
    .map((section) => ({
      ...section,
      fields: section.fields.filter((name) => isFieldOffered(features, resource.fields[name] ?? {})),
    }))
    .filter(({ fields }) => fields.length > 0)
    .map((section) => {
      if (use === 'create' && section.later !== undefined) return { ...section, closedReason: section.later };
      return { ...section, closedReason: isConditionMet(section, values) ? null : (section.when?.hint ?? null) };
    });
}

/** The sections of the surrounding form, updated while it is filled in. */
export function useOpenSections(resource: Resource): readonly OpenSection[] {
  const features = useFeatures();
  const use = useWireRecord() ? 'edit' : 'create';
  const names = useMemo(() => formSections(resource).flatMap(({ when }) => when?.field ?? []), [resource]);
  const fieldValues = useWatch({ name: names });
  const { absent } = useContext(FieldConditionsContext);
  const values = Object.fromEntries(names.map((name, at) => [name, fieldValues[at]]));
  return openSections(resource, use, values, features).filter(({ fields }) => fields.some((name) => !absent.has(name)));
}
