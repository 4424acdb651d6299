import * as z from 'zod';

/** Parts of a multipart body by name: a file, or text. */
export type Form = Readonly<Record<string, 'file' | 'text'>>;

/** A body as OpenAPI describes it, by content type. */
export interface SentBody {
  content: Readonly<Record<string, { schema: object }>>;
}

/** Describes a body that no rule of a route reads: a form, and what is taken as JSON instead of it. */
export function sentBody(form: Form, orJson?: z.ZodType): SentBody {
  const parts = Object.entries(form).map(([name, kind]) => {
    return [name, kind === 'file' ? { type: 'string', format: 'binary' } : { type: 'string' }];
  });
  const schema = { type: 'object', required: Object.keys(form), properties: Object.fromEntries(parts) };
  return {
    content: {
      'multipart/form-data': { schema },
      ...(orJson
        ? { 'application/json': { schema: z.toJSONSchema(orJson, { io: 'input', unrepresentable: 'any' }) } }
        : {}),
    },
  };
}
