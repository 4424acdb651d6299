import * as z from 'zod';
import { resourceSchema } from './definition-schema.ts';
import { KIND_GUIDE } from './kind-guide.ts';
import type { KindName } from './kinds/registry.ts';

/** A JSON Schema, as far as this product looks into one. */
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

/** Name of the schema of a kind's fields among `$defs`. */
export const fieldDef = (kind: string): string => `field-${kind}`;

/**
 * The JSON Schema (draft 2020-12) of a definition, made of the shape that definitions are checked by. Published at
 * `/resources/schema.json` and kept as `resources/definition.schema.json`, so that an editor completes a file whose
 * `$schema` names either. What the shape alone cannot say (a column of no field, an address that is taken) is left to
 * `npm run resource:check`.
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

/** The same as the text of a file. */
export const definitionSchemaText = (): string => `${JSON.stringify(definitionJsonSchema(), null, 2)}\n`;
