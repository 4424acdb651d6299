import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import type * as z from 'zod';
import { BODY, QUERY } from '#resources/limits.ts';
import { ApiError, FieldsError } from './errors.ts';

/** Text keys for zod's own messages; messages set by a rule take precedence. */
function defaultMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined || issue.input === null) return 'validation.required';
    return issue.expected === 'number' || issue.expected === 'int' ? 'validation.number' : 'validation.text';
  }
  if (issue.code === 'too_small') return 'validation.tooShort';
  if (issue.code === 'too_big') return 'validation.tooLong';
  return issue.code === 'invalid_value' ? 'validation.choice' : 'validation.text';
}

/**
 * Validates a payload.
 * @param fieldKey maps the path of an issue to its key in the error; the first path segment by default
 * @throws FieldsError with the first message of each field, ApiError malformed when the value itself has the wrong type
 */
export function parsePayload<Rule extends z.ZodType>(
  rule: Rule,
  value: unknown,
  fieldKey: (path: readonly PropertyKey[]) => string = ([field]) => String(field),
): z.output<Rule> {
  const result = rule.safeParse(value, { error: defaultMessage });
  if (result.success) return result.data;
  const fields: Record<string, string[]> = {};
  for (const issue of result.error.issues) {
    if (!issue.path.length) throw new ApiError('malformed');
    fields[fieldKey(issue.path)] ??= [issue.message];
  }
  throw new FieldsError(fields);
}

/** Fastify's validator; invalid path parameters are 404, because nothing exists at that URL. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (value) => {
    try {
      return { value: parsePayload(schema, value) };
    } catch (error) {
      return { error: httpPart === 'params' ? new ApiError('not_found') : (error as Error) };
    }
  };

/** NUL and unpaired surrogates: valid in JSON, but PostgreSQL cannot store them. */
const UNSTORABLE = /\u0000|\p{Surrogate}/u;

/** Whether a parsed body can be stored: no such characters in strings or keys, and not nested too deeply. */
export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !UNSTORABLE.test(value);
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return true;
  if (depth > BODY.depth) return false;
  if (Array.isArray(value)) return value.every((item) => isStorable(item, depth + 1));
  return Object.entries(value).every(([key, item]) => !UNSTORABLE.test(key) && isStorable(item, depth + 1));
}

/** Refuses queries with too many parameters before validation. */
export function refuseLongQueries(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ query }) => {
    const count = Object.values(query ?? {}).reduce((sum: number, value) => sum + [value].flat().length, 0);
    if (count > QUERY.parameters) throw new ApiError('too_many_parameters');
  });
}

/** Refuses requests with text that cannot be stored, after validation, which names single fields. */
export function refuseUnstorable(app: FastifyInstance): void {
  app.addHook('preHandler', async (request) => {
    for (const part of [request.params, request.query, request.body]) {
      if (!isStorable(part)) throw new ApiError('malformed');
    }
  });
}
