import { useContext, useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { useFeatures } from '#console/data/session/features.ts';
import { useWireRecord } from '#console/fields/form-context.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { type Features, isAsked, isOn } from '#resources/language/features.ts';
import { type FormSection, formSections } from '#resources/language/form-sections.ts';
import { pointerTo } from '#resources/language/kinds/traits.ts';
import { FieldConditionsContext } from './field-conditions.ts';

/** A section of a form as it stands now; `closed`: only its step is there, greyed, with this hint. */
export interface OpenSection extends FormSection {
  closedReason: string | null;
}

/** Whether what a section waits for is chosen (EMP-33). */
export function isDue({ when }: FormSection, values: Readonly<Record<string, unknown>>): boolean {
  if (!when) return true;
  const fieldValue = values[when.field];
  const value =
    when.key === undefined ? fieldValue : (fieldValue as Record<string, unknown> | null | undefined)?.[when.key];
  return value === when.is;
}

/** Names of what stands in the form that a field waits for; the path of a part of it is written with dots. */
export function awaited(field: FieldInput): readonly string[] {
  return Object.values(pointerTo(field, 'list')?.by ?? {});
}

/** The sections of a form by what is on, what it is for, and what it holds (EMP-19, EMP-20, EMP-31). */
function openSections(
  resource: Pick<Resource, 'form' | 'fields'>,
  use: 'create' | 'edit',
  values: Readonly<Record<string, unknown>>,
  features: Features | null,
): OpenSection[] {
  return formSections(resource)
    .filter(({ feature }) => isOn(features, feature))
    .map((section) => ({
      ...section,
      fields: section.fields.filter((name) => isAsked(features, resource.fields[name] ?? {})),
    }))
    .filter(({ fields }) => fields.length > 0)
    .map((section) => {
      if (use === 'create' && section.later !== undefined) return { ...section, closedReason: section.later };
      return { ...section, closedReason: isDue(section, values) ? null : (section.when?.hint ?? null) };
    });
}

/** The same for the form the caller stands in, followed while it is filled in. */
export function useOpenSections(resource: Resource): readonly OpenSection[] {
  const features = useFeatures();
  const use = useWireRecord() ? 'edit' : 'create';
  const names = useMemo(() => formSections(resource).flatMap(({ when }) => when?.field ?? []), [resource]);
  const fieldValues = useWatch({ name: names });
  const { absent } = useContext(FieldConditionsContext);
  const values = Object.fromEntries(names.map((name, at) => [name, fieldValues[at]]));
  return openSections(resource, use, values, features).filter(({ fields }) => fields.some((name) => !absent.has(name)));
}
