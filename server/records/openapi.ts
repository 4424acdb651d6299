import * as z from 'zod';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { getPointer } from '#resources/language/kinds/traits.ts';
import { fieldRule, isAlwaysRequired, sentFields } from '#resources/language/payload.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { sectionTitle } from '#resources/language/words.ts';
import type { Reader } from '#server/access/reader.ts';
import { readerView } from './field-rights.ts';

type Json = Record<string, unknown>;
interface OpenApiDocument {
  paths?: Record<string, Json | undefined>;
  components?: { schemas?: Record<string, unknown> };
}

const RECORDS_PATH = '/api/records/{resource}';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Schema of the values that a field accepts. */
function inputSchema(field: FieldInput): Json {
  const { $schema, ...schema } = z.toJSONSchema(fieldRule(field), { io: 'input', unrepresentable: 'any' });
  return { ...(schema as Json), ...(field.label ? { title: field.label } : {}) };
}

const LABELLED_SCHEMA = {
  type: 'object',
  properties: { id: { type: 'integer' }, label: { type: ['string', 'null'] } },
};

/** A building part; a floor also has its entrance. */
const PART_SCHEMA = { type: 'object', properties: { ...LABELLED_SCHEMA.properties, porch: { type: 'integer' } } };

/** Schema of a field's value in a record. */
function valueSchema(field: FieldInput): Json {
  const title = field.label ? { title: field.label } : {};
  const pointer = getPointer(field);
  if (pointer?.to === 'records' && pointer.isMultiple)
    return { type: ['array', 'null'], items: LABELLED_SCHEMA, ...title };
  if (pointer?.to === 'records' || pointer?.to === 'unit')
    return { anyOf: [LABELLED_SCHEMA, { type: 'null' }], ...title };
  if (pointer?.to === 'parts') return { type: ['array', 'null'], items: PART_SCHEMA, ...title };
  if (pointer?.to === 'files') return { type: 'array', items: { type: 'object' }, ...title };
  return field.computed === undefined ? inputSchema(field) : { ...inputSchema(field), readOnly: true };
}

const wireFields = (resource: Resource) =>
  Object.entries(resource.fields).map(([name, field]) => [wireName(name, field), field] as const);

/** Schema of the request body for a new record. */
function payloadSchema(resource: Resource): Json {
  const fields = sentFields(resource).flatMap((name) => {
    const field = resource.fields[name];
    return field ? [[wireName(name, field), field] as const] : [];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([wire, field]) => [wire, inputSchema(field)])),
    required: fields.filter(([, field]) => isAlwaysRequired(field)).map(([wire]) => wire),
  };
}

/** Schema of a record in a response. */
function recordSchema(resource: Resource): Json {
  const properties = Object.fromEntries(wireFields(resource).map(([wire, field]) => [wire, valueSchema(field)]));
  return { type: 'object', properties: { id: { type: 'integer' }, ...properties }, required: ['id'] };
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const asJson = (schema: unknown) => ({ 'application/json': { schema } });

/** The generic operation, specialised for one section. */
function sectionOperation(resource: Resource, path: string, method: string, operation: Json): Json {
  const isRecordPath = path === RECORDS_PATH || path === `${RECORDS_PATH}/{id}`;
  const item = ref(`${resource.name}-record`);
  const answer = path === RECORDS_PATH && method === 'get' ? { type: 'array', items: item } : item;
  const responses = Object.entries((operation.responses ?? {}) as Record<string, Json>).map(([status, response]) => [
    status,
    isRecordPath && status.startsWith('2') ? { ...response, content: asJson(answer) } : response,
  ]);
  const parameters = ((operation.parameters ?? []) as { name?: string; in?: string }[]).filter(
    (one) => !(one.in === 'path' && one.name === 'resource'),
  );
  const title = sectionTitle(resource.words);
  return {
    ...operation,
    tags: [title],
    summary: `${title}: ${String(operation.summary ?? '')}`,
    parameters,
    ...(isRecordPath && operation.requestBody
      ? { requestBody: { required: true, content: asJson(ref(`${resource.name}-payload`)) } }
      : {}),
    responses: Object.fromEntries(responses),
  };
}

/** Adds paths and schemas of the current sections, as the reader sees them, to the OpenAPI document. */
export function withSectionPaths<Document>(
  document: Document,
  definitions: readonly Resource[],
  reader: Pick<Reader, 'levels' | 'role'>,
): Document {
  const { paths = {}, components = {} } = document as OpenApiDocument;
  const genericPaths = Object.entries(paths).filter(
    ([path]) => path === RECORDS_PATH || path.startsWith(`${RECORDS_PATH}/`),
  );
  if (!genericPaths.length) return document;
  const added: Record<string, Json> = {};
  const schemas: Record<string, Json> = {};
  for (const definition of definitions) {
    const resource = readerView(reader, definition);
    schemas[`${resource.name}-payload`] = payloadSchema(resource);
    schemas[`${resource.name}-record`] = recordSchema(resource);
    for (const [path, item] of genericPaths) {
      const operations = METHODS.flatMap((method) => {
        const operation = item?.[method];
        return operation ? [[method, sectionOperation(resource, path, method, operation as Json)] as const] : [];
      });
      added[path.replace('{resource}', resource.name)] = Object.fromEntries(operations);
    }
  }
  return {
    ...document,
    paths: { ...paths, ...added },
    components: { ...components, schemas: { ...components.schemas, ...schemas } },
  };
}
