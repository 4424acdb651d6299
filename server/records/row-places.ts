import { text } from '#i18n/text.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { rowsShape } from '#resources/language/rows.ts';
import { wireName } from '#resources/language/wire-keys.ts';

type Fields = Pick<Resource, 'fields'>;

function rowsField({ fields }: Fields, wire: string): FieldInput | null {
  const [, field] = Object.entries(fields).find((one) => wireName(...one) === wire) ?? [];
  return field && rowsShape(field) ? field : null;
}

/** Key of an error in a payload: `works.3.price` for a cell of a rows field (rows counted from 0), else the name of the field. */
export const payloadErrorKey =
  (resource: Fields) =>
  (path: readonly PropertyKey[]): string =>
    path.length > 1 && rowsField(resource, String(path[0])) ? path.map(String).join('.') : String(path[0]);

/**
 * Turns the message of a cell of a rows field into one of the whole field, since a file has all rows in one cell: «строка 4,
 * «Цена»: укажите значение».
 */
export function cellMessage(resource: Fields, key: string, message: string): { wire: string; message: string } | null {
  const [, wire = '', at, column = ''] = /^(.*?)\.(\d+)(?:\.(.*))?$/.exec(key) ?? [];
  const field = at === undefined ? null : rowsField(resource, wire);
  if (!field) return null;
  const columns = rowsShape(field)?.columns ?? {};
  const label = Object.hasOwn(columns, column) ? columns[column]?.label : undefined;
  const row = Number(at) + 1;
  const location = label === undefined ? text('kinds.atRow', { row }) : text('kinds.atCell', { row, column: label });
  return { wire, message: `${location}: ${message}` };
}
