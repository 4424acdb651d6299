import { checkedValue } from '#console/fields/field-rule.ts';
import type { Side } from '#console/ui/dialogs/conflict-dialog.tsx';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { isEmpty } from '#resources/language/kinds/ids.ts';
import { kindOf } from '#resources/language/payload.ts';
import { type FormValues, formFields } from './form-values.ts';

/** A field, or a named part of one, that stands differently in a form and in the record as it is now. */
export interface Difference {
  key: string;
  name: string;
  part: string | null;
  field: FieldInput;
  /** The value that the form holds. */
  mine: unknown;
  /** The form's values of the record as it is now. */
  theirs: unknown;
  /** The side that alone has changed it; null when both have. */
  changedBy: Side | null;
}

const isParts = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lists of ids are compared as sets: their order says nothing. */
const plain = (value: unknown): unknown =>
  Array.isArray(value) && value.every((item) => typeof item !== 'object') ? [...value].sort() : value;

const same = (one: unknown, other: unknown): boolean =>
  (isEmpty(one) && isEmpty(other)) || JSON.stringify(plain(one)) === JSON.stringify(plain(other));

const isSameFor =
  (field: FieldInput) =>
  (one: unknown, other: unknown): boolean =>
    same(one, other) || kindOf(field).isSame?.(one, other) === true;

/** Three states of a field: as the form began with it, as it holds it, as the record has it now. */
interface States {
  began: unknown;
  mine: unknown;
  theirs: unknown;
}

/** Which side alone has changed a field; null when both have, undefined when it stands the same on both. */
function changedBy({ began, mine, theirs }: States, isSame = same): Side | null | undefined {
  if (isSame(mine, theirs)) return undefined;
  if (isSame(mine, began)) return 'theirs';
  return isSame(theirs, began) ? 'mine' : null;
}

function fieldStates(field: FieldInput, values: States): States {
  const sent = (value: unknown) => checkedValue(field, value);
  return { began: sent(values.began), mine: sent(values.mine), theirs: sent(values.theirs) };
}

/**
 * Where a form and the record as it is now differ, in what would be sent; all three by field.
 * @param began what the form began with
 * @param mine what it holds
 * @param theirs what it would hold of the record as it is now
 */
export function formDifferences(
  resource: Resource,
  { began, mine, theirs }: Record<keyof States, FormValues>,
): Difference[] {
  return formFields(resource, 'edit').flatMap(({ name, field }): Difference[] => {
    const states = fieldStates(field, { began: began[name], mine: mine[name], theirs: theirs[name] });
    if (!kindOf(field).parted || !isParts(states.mine) || !isParts(states.theirs)) {
      const by = changedBy(states, isSameFor(field));
      const values = { mine: mine[name], theirs: theirs[name] };
      return by === undefined ? [] : [{ key: name, name, part: null, field, ...values, changedBy: by }];
    }
    const parts = { ...states, began: isParts(states.began) ? states.began : {} } as Record<keyof States, FormValues>;
    return [...new Set([...Object.keys(parts.theirs), ...Object.keys(parts.mine)])].flatMap((part) => {
      const values = { mine: parts.mine[part], theirs: parts.theirs[part] };
      const by = changedBy({ ...values, began: parts.began[part] });
      return by === undefined ? [] : [{ key: `${name}.${part}`, name, part, field, ...values, changedBy: by }];
    });
  });
}

/** The form's values once a side was chosen for each difference. */
export function settled(
  theirs: FormValues,
  diffs: readonly Difference[],
  choices: Readonly<Record<string, Side>>,
): FormValues {
  const values: FormValues = { ...theirs };
  for (const { key, name, part, mine } of diffs) {
    if (choices[key] !== 'mine') continue;
    values[name] = part === null ? mine : { ...(values[name] as FormValues), [part]: mine };
  }
  return values;
}
