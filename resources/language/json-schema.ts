import * as z from 'zod';
import { resourceSchema } from './definition-schema.ts';
import { KIND_GUIDE } from './kind-guide.ts';
import type { KindName } from './kinds/registry.ts';

/** The part of JSON Schema that this product uses. */
export interface JsonSchema {
  title?: string;
  description?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
}

/** Name under `$defs` of the schema for fields of a kind. */
export const fieldDef = (kind: string): string => `field-${kind}`;

/**
 * The JSON Schema (draft 2020-12) of a definition, derived from the schema that definitions are checked by. Published at
 * `/resources/schema.json` and stored as `resources/definition.schema.json`, so that an editor completes a file whose `$schema`
 * names either. `npm run resource:check` checks the rest (a column without a field, a path that is taken).
 */
export function definitionJsonSchema(): JsonSchema {
  const schema = z.toJSONSchema(resourceSchema, { io: 'input' }) as JsonSchema;
  const fields = schema.properties?.fields?.additionalProperties;
  if (typeof fields !== 'object' || !fields.oneOf) throw new Error('The schema has no kinds of fields');
  const defs: Record<string, JsonSchema> = {};
  fields.oneOf = fields.oneOf.map((field) => {
    const kind = field.properties?.kind?.const as KindName;
    defs[fieldDef(kind)] = { description: KIND_GUIDE[kind].about, ...field };
    return { $ref: `#/$defs/${fieldDef(kind)}` };
  });
  return { title: 'Section definition', ...schema, $defs: defs };
}

/** The JSON Schema as file content. */
export const definitionSchemaText = (): string => `${JSON.stringify(definitionJsonSchema(), null, 2)}\n`;
