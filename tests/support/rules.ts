import type { FieldInput } from '#resources/language/define-resource.ts';
import { fieldRule } from '#resources/language/payload.ts';

/** What a rule says of a value: the first message, or null when it is taken. */
export function verdict(field: FieldInput, value: unknown): string | null {
  const parsed = fieldRule(field).safeParse(value);
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? 'no message');
}

/** What a rule makes of a value it takes. */
export function acceptedValue(field: FieldInput, value: unknown): unknown {
  return fieldRule(field).parse(value);
}
