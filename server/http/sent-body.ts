import * as z from 'zod';

/** A part of a multipart body: a file, or text. */
type Part = 'file' | 'text';

/** Parts of a multipart body by name. What may be left out says what it is for. */
export type Form = Readonly<Record<string, Part | { optional: Part; description: string }>>;

/** A body as OpenAPI describes it, by content type. */
export interface SentBody {
  content: Readonly<Record<string, { schema: object }>>;
}

/** Describes a body that no rule of a route reads: a form, and what is taken as JSON instead of it. */
export function sentBody(form: Form, orJson?: z.ZodType): SentBody {
  const shape = (part: Part) => (part === 'file' ? { type: 'string', format: 'binary' } : { type: 'string' });
  const parts = Object.entries(form).map(([name, part]) => {
    return [name, typeof part === 'string' ? shape(part) : { ...shape(part.optional), description: part.description }];
  });
  const required = Object.keys(form).filter((name) => typeof form[name] === 'string');
  const schema = { type: 'object', required, properties: Object.fromEntries(parts) };
  return {
    content: {
      'multipart/form-data': { schema },
      ...(orJson
        ? { 'application/json': { schema: z.toJSONSchema(orJson, { io: 'input', unrepresentable: 'any' }) } }
        : {}),
    },
  };
}
