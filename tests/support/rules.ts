import type { FieldInput } from '#resources/language/define-resource.ts';
import { fieldRule } from '#resources/language/payload.ts';

/** The message of a rule about a value: the first one, or null when the value is taken. */
export function verdict(field: FieldInput, value: unknown): string | null {
  const parsed = fieldRule(field).safeParse(value);
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? 'no message');
}

/** The value that a rule makes of one it takes. */
export function acceptedValue(field: FieldInput, value: unknown): unknown {
  return fieldRule(field).parse(value);
}
