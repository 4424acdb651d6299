import type { FieldValues } from 'react-hook-form';
import { normalizedValue } from '#console/fields/field-rule.ts';
import type { AskedField } from '#resources/language/moves.ts';
import { mergePayloadParts, toPayloadPart } from '#resources/language/wire-keys.ts';

/** The payload of a move's dialog fields. */
export const movePayload = (fields: readonly AskedField[], values: FieldValues): Record<string, unknown> =>
  mergePayloadParts(
    fields.map(({ name, field }) => toPayloadPart(name, field, normalizedValue(field, values[name]), false)),
  );
