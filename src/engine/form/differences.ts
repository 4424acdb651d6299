import { normalizedValue } from '#console/fields/field-rule.ts';
import type { Side } from '#console/ui/dialogs/conflict-dialog.tsx';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { isEmpty } from '#resources/language/kinds/ids.ts';
import { getKind } from '#resources/language/payload.ts';
import { type FormValues, formFields } from './form-values.ts';

/** A field, or a named part of it, whose value differs between the form and the current record. */
export interface FieldDifference {
  key: string;
  name: string;
  part: string | null;
  field: FieldInput;
  /** The value in the form. */
  mine: unknown;
  /** The form value of the current record. */
  theirs: unknown;
  /** The only side that has changed it; null when both have. */
  changedBy: Side | null;
}

const isPartsObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Sorts arrays of ids for comparison, because their order has no meaning. */
const sortIds = (value: unknown): unknown =>
  Array.isArray(value) && value.every((item) => typeof item !== 'object') ? [...value].sort() : value;

const isSameValue = (one: unknown, other: unknown): boolean =>
  (isEmpty(one) && isEmpty(other)) || JSON.stringify(sortIds(one)) === JSON.stringify(sortIds(other));

const sameByKind =
  (field: FieldInput) =>
  (one: unknown, other: unknown): boolean =>
    isSameValue(one, other) || getKind(field).isSame?.(one, other) === true;

/** Three values of a field: at the opening of the form, in the form now, and in the current record. */
interface States {
  began: unknown;
  mine: unknown;
  theirs: unknown;
}

/** The only side that has changed a field; null when both have, undefined when both have the same value. */
function changedBy({ began, mine, theirs }: States, isSame = isSameValue): Side | null | undefined {
  if (isSame(mine, theirs)) return undefined;
  if (isSame(mine, began)) return 'theirs';
  return isSame(theirs, began) ? 'mine' : null;
}

function fieldStates(field: FieldInput, values: States): States {
  const normalize = (value: unknown) => normalizedValue(field, value);
  return { began: normalize(values.began), mine: normalize(values.mine), theirs: normalize(values.theirs) };
}

/**
 * Differences between a form and the current record in the values that would be sent; all three arguments are keyed by field.
 * @param began values when the form was opened
 * @param mine values in the form
 * @param theirs form values of the current record
 */
export function formDifferences(
  resource: Resource,
  { began, mine, theirs }: Record<keyof States, FormValues>,
): FieldDifference[] {
  return formFields(resource, 'edit').flatMap(({ name, field }): FieldDifference[] => {
    const states = fieldStates(field, { began: began[name], mine: mine[name], theirs: theirs[name] });
    if (!getKind(field).hasParts || !isPartsObject(states.mine) || !isPartsObject(states.theirs)) {
      const side = changedBy(states, sameByKind(field));
      const values = { mine: mine[name], theirs: theirs[name] };
      return side === undefined ? [] : [{ key: name, name, part: null, field, ...values, changedBy: side }];
    }
    const parts = { ...states, began: isPartsObject(states.began) ? states.began : {} } as Record<
      keyof States,
      FormValues
    >;
    return [...new Set([...Object.keys(parts.theirs), ...Object.keys(parts.mine)])].flatMap((part) => {
      const values = { mine: parts.mine[part], theirs: parts.theirs[part] };
      const side = changedBy({ ...values, began: parts.began[part] });
      return side === undefined ? [] : [{ key: `${name}.${part}`, name, part, field, ...values, changedBy: side }];
    });
  });
}

/** The form values after a side was chosen for each difference. */
export function applyChoices(
  theirs: FormValues,
  diffs: readonly FieldDifference[],
  choices: Readonly<Record<string, Side>>,
): FormValues {
  const values: FormValues = { ...theirs };
  for (const { key, name, part, mine } of diffs) {
    if (choices[key] !== 'mine') continue;
    values[name] = part === null ? mine : { ...(values[name] as FormValues), [part]: mine };
  }
  return values;
}
