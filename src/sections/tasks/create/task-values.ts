import { sentences } from '#console/data/failures.ts';
import { checkedValue } from '#console/fields/field-rule.ts';
import { TEXT } from '#resources/limits.ts';
import type { TaskBody, TaskSource } from '#resources/protocol/tasks.ts';
import { type PlaceValue, targetOf, untouchedPlace } from './place-value.ts';

/** What the create form holds (B§3 "Task form fields"). */
export interface TaskValues {
  place: PlaceValue;
  service: number | null;
  performer: number | null;
  description: string;
  files: unknown;
  /** ISO; null for none. */
  deadline: string | null;
}

/** Fields of the form that are kinds of the language (TASK-57…60). */
export const DESCRIPTION = { kind: 'long-text', required: true, ...TEXT.taskDescription } as const;
export const FILES = { kind: 'files' } as const;

/** What an untouched form holds. */
export const untouchedTask = (): TaskValues => ({
  place: untouchedPlace(),
  service: null,
  performer: null,
  description: '',
  files: [],
  deadline: null,
});

/** What the form sends (TASK-61); null while the place or the service is missing. @param source what it is made of */
export function bodyOf(values: TaskValues, source: TaskSource | null = null): TaskBody | null {
  const place = targetOf(values.place);
  if (!place || values.service === null) return null;
  return {
    service: values.service,
    attachments: checkedValue(FILES, values.files) as number[],
    information: { description: String(checkedValue(DESCRIPTION, values.description)) },
    ...place,
    ...(values.performer ? { performer: values.performer } : {}),
    ...(values.deadline ? { deadline: values.deadline } : {}),
    ...(source ? { source } : {}),
  } as TaskBody;
}

/** Field of the form by the first part of the wire's key (TASK-65). */
const FIELDS: Readonly<Record<string, keyof TaskValues>> = {
  service: 'service',
  attachments: 'files',
  information: 'description',
  target: 'place',
  target_type: 'place',
  performer: 'performer',
  deadline: 'deadline',
};

/** Keys of an error answer that are no fields. */
const NO_FIELDS = new Set(['request_id', 'code', 'status']);

/** Errors of a 400 by field of the form, and what fits no field (TASK-65, G-38). */
export function errorsOf(body: Readonly<Record<string, unknown>> | null): {
  errors: Partial<Record<keyof TaskValues, string>>;
  rest: string | null;
} {
  const errors: Partial<Record<keyof TaskValues, string>> = {};
  const rest: unknown[] = [];
  for (const [key, value] of Object.entries(body ?? {})) {
    if (NO_FIELDS.has(key)) continue;
    const field = FIELDS[key.split('.')[0] ?? key];
    const message = sentences(value)[0];
    if (!field || !message) rest.push(value);
    else errors[field] ??= message;
  }
  return { errors, rest: sentences(rest).join('\n') || null };
}
