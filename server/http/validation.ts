import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import type * as z from 'zod';
import { BODY, QUERY } from '#resources/limits.ts';
import { ApiError, FieldsError } from './errors.ts';

/** Our words for zod's own messages; messages that a rule states come before them. */
function plainMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined || issue.input === null) return 'validation.required';
    return issue.expected === 'number' || issue.expected === 'int' ? 'validation.number' : 'validation.text';
  }
  if (issue.code === 'too_small') return 'validation.tooShort';
  if (issue.code === 'too_big') return 'validation.tooLong';
  return issue.code === 'invalid_value' ? 'validation.choice' : 'validation.text';
}

/**
 * Parses a payload by a rule.
 * @param place the key under which a refusal speaks of a place in it; left out, the field
 * @throws FieldsError with the first message of each place, ApiError malformed when the whole is of another shape
 */
export function parsePayload<Rule extends z.ZodType>(
  rule: Rule,
  value: unknown,
  place: (path: readonly PropertyKey[]) => string = ([field]) => String(field),
): z.output<Rule> {
  const result = rule.safeParse(value, { error: plainMessage });
  if (result.success) return result.data;
  const fields: Record<string, string[]> = {};
  for (const issue of result.error.issues) {
    if (!issue.path.length) throw new ApiError('malformed');
    fields[place(issue.path)] ??= [issue.message];
  }
  throw new FieldsError(fields);
}

/** How routes' schemas are asked. Bad parameters of a path are no bad input: there is nothing at that address. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (value) => {
    try {
      return { value: parsePayload(schema, value) };
    } catch (error) {
      return { error: httpPart === 'params' ? new ApiError('not_found') : (error as Error) };
    }
  };

/** NUL and halves of surrogate pairs: JSON can carry them, PostgreSQL cannot keep them. */
const UNKEEPABLE = /\u0000|\p{Surrogate}/u;

/** Whether a parsed body can be stored: no such character in any text or key, not nested without end. */
export function storable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !UNKEEPABLE.test(value);
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return true;
  if (depth > BODY.depth) return false;
  if (Array.isArray(value)) return value.every((item) => storable(item, depth + 1));
  return Object.entries(value).every(([key, item]) => !UNKEEPABLE.test(key) && storable(item, depth + 1));
}

/** Refuses queries of more parameters than any list has, before the rules of a route read them. */
export function refuseLongQueries(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ query }) => {
    const count = Object.values(query ?? {}).reduce((sum: number, value) => sum + [value].flat().length, 0);
    if (count > QUERY.parameters) throw new ApiError('too_many_parameters');
  });
}

/** Refuses calls with text that no database keeps, after the rules had their say about single fields. */
export function refuseUnstorable(app: FastifyInstance): void {
  app.addHook('preHandler', async (request) => {
    for (const part of [request.params, request.query, request.body]) {
      if (!storable(part)) throw new ApiError('malformed');
    }
  });
}
