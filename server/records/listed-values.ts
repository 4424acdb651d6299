import type { Resource } from '#resources/language/define-resource.ts';
import { toIds } from '#resources/language/kinds/ids.ts';
import { IDS_MAX } from '#resources/language/kinds/kind.ts';
import { getPointerTo } from '#resources/language/kinds/traits.ts';
import { FieldsError } from '#server/http/errors.ts';
import { storedFields } from './columns.ts';
import { type FetchList, itemIds, listAddress } from './import-lists.ts';

type Values = Readonly<Record<string, unknown>>;

/** Ids in the value of a field for one item or several. */
const chosenIds = (value: unknown): number[] => toIds([value].flat());

/**
 * Refuses newly chosen ids that are not in the server list of their field (`one-of`, `some-of`). A list that is empty for this
 * reader is not checked against. Not to be called within a transaction (`createFetchList`).
 * @param before former values of the record, which may stay
 * @throws FieldsError
 */
export async function refuseUnlisted(
  fetchList: FetchList,
  resource: Resource,
  payload: Values,
  before: Values = {},
): Promise<void> {
  const errors: Record<string, string[]> = {};
  for (const { wire, field } of storedFields(resource.fields).values()) {
    const list = getPointerTo(field, 'list');
    const added = list ? chosenIds(payload[wire]).filter((id) => !chosenIds(before[wire]).includes(id)) : [];
    // Too many ids are refused by the field's own rule.
    if (!list || !added.length || added.length > IDS_MAX) continue;
    const address = listAddress(list, resource, { ...before, ...payload });
    const listItems = address === null ? [] : await fetchList(address, added);
    const listedIds = new Set(itemIds(list, listItems));
    if (listItems.length && added.some((id) => !listedIds.has(id))) errors[wire] = ['validation.unknown'];
  }
  if (Object.keys(errors).length) throw new FieldsError(errors);
}
