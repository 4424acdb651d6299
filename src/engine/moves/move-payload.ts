import type { FieldValues } from 'react-hook-form';
import { checkedValue } from '#console/fields/field-rule.ts';
import type { AskedField } from '#resources/language/moves.ts';
import { asSent, payloadParts } from '#resources/language/wire-keys.ts';

/** The values that the dialog of a move sends of its fields. */
export const movePayload = (fields: readonly AskedField[], values: FieldValues): Record<string, unknown> =>
  payloadParts(fields.map(({ name, field }) => asSent(name, field, checkedValue(field, values[name]), false)));
