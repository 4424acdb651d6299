import type { Resource } from '#resources/language/define-resource.ts';
import { idsOf } from '#resources/language/kinds/ids.ts';
import { IDS_MAX } from '#resources/language/kinds/kind.ts';
import { pointerTo } from '#resources/language/kinds/traits.ts';
import { FieldsError } from '#server/http/errors.ts';
import { storedFields } from './columns.ts';
import { type Ask, idsIn, listAddress } from './import-lists.ts';

type Values = Readonly<Record<string, unknown>>;

/** Ids in a value of one or of several. */
const chosenIn = (value: unknown): number[] => idsOf([value].flat());

/**
 * Refuses ids that a list of the server does not have, of the fields that are chosen from one (`one-of`, `some-of`). A list that gives
 * this person nothing is not checked against. Not to be called within a transaction (`askAs`).
 * @param before what the record holds already, and may go on holding
 * @throws FieldsError
 */
export async function refuseUnlisted(
  ask: Ask,
  resource: Resource,
  payload: Values,
  before: Values = {},
): Promise<void> {
  const errors: Record<string, string[]> = {};
  for (const { wire, field } of storedFields(resource.fields).values()) {
    const list = pointerTo(field, 'list');
    const added = list ? chosenIn(payload[wire]).filter((id) => !chosenIn(before[wire]).includes(id)) : [];
    // More than a field may hold are refused by its own rule.
    if (!list || !added.length || added.length > IDS_MAX) continue;
    const address = listAddress(list, resource, { ...before, ...payload });
    const listItems = address === null ? [] : await ask(address, added);
    const listed = new Set(idsIn(list, listItems));
    if (listItems.length && added.some((id) => !listed.has(id))) errors[wire] = ['validation.unknown'];
  }
  if (Object.keys(errors).length) throw new FieldsError(errors);
}
