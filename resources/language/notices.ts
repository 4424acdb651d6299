import * as z from 'zod';
import { NOTIFICATION_KINDS, type NotificationSubtype, type NotificationType } from '../protocol/notifications.ts';
import type { FieldInput } from './define-resource.ts';
import { getKind } from './payload.ts';
import { wireName } from './wire-keys.ts';

/** A notification to others about a record: its type and its text. */
const notice = z.discriminatedUnion(
  'type',
  Object.entries(NOTIFICATION_KINDS).map(([type, subtypes]) =>
    z.strictObject({
      type: z.literal(type as NotificationType),
      subtype: z
        .union([z.enum(subtypes), z.strictObject({ field: z.string() })])
        .describe('Which of its type, or the field of the record that says it'),
      message: z.string().describe('Field that says what it is about'),
    }),
  ) as unknown as [z.ZodObject, ...z.ZodObject[]],
);

/** Notification options of a built-in definition, by event. */
export const noticesSchema = z.strictObject({
  create: (notice as unknown as z.ZodType<NoticeRule, NoticeRule>).optional().describe('Of a new record'),
});

/** How a notification is built from a record. */
export type NoticeRule = {
  [Type in NotificationType]: {
    readonly type: Type;
    readonly subtype: NotificationSubtype<Type> | { readonly field: string };
    readonly message: string;
  };
}[NotificationType];

/** The part of a notification that comes from its record. */
export type RecordNotice = {
  [Type in NotificationType]: { type: Type; subtype: NotificationSubtype<Type>; message: string };
}[NotificationType];

/** The part of a definition that notifications are built from. */
export interface NoticeDefinition {
  readonly notices?: { readonly create?: NoticeRule | undefined } | undefined;
  readonly fields: object;
}

/**
 * The notification to others about a new record; null if the definition has none.
 * @param values values of the record by wire names
 * @throws Error if the record lacks a value of the notification
 */
export function buildCreateNotice(
  definition: NoticeDefinition,
  values: Readonly<Record<string, unknown>>,
): RecordNotice | null {
  const rule = definition.notices?.create;
  if (!rule) return null;
  const fields = definition.fields as Readonly<Record<string, FieldInput>>;
  const textValue = (name: string): string => {
    const field = fields[name];
    const value = field && values[wireName(name, field)];
    if (typeof value !== 'string') throw new Error(`A notification needs ${name}, which the record does not hold`);
    return value;
  };
  const { type, subtype, message } = rule;
  const resolvedSubtype =
    typeof subtype === 'string' ? subtype : readSubtype(type, fields[subtype.field], textValue(subtype.field));
  return { type, subtype: resolvedSubtype, message: textValue(message) } as RecordNotice;
}

/** Converts a field value to a subtype that notifications know. */
function readSubtype(type: NotificationType, field: FieldInput | undefined, value: string): unknown {
  const subtypes: readonly string[] = NOTIFICATION_KINDS[type];
  return subtypes.includes(value) || !field ? value : getKind(field).read?.(value, field as never);
}
