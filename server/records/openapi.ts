import * as z from 'zod';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { pointerOf } from '#resources/language/kinds/traits.ts';
import { fieldRule, isAlwaysRequired, writtenFields } from '#resources/language/payload.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { sectionTitle } from '#resources/language/words.ts';
import type { Reader } from '#server/access/reader.ts';
import { readerView } from './field-rights.ts';

type Json = Record<string, unknown>;
interface Described {
  paths?: Record<string, Json | undefined>;
  components?: { schemas?: Record<string, unknown> };
}

const PLACE = '/api/records/{resource}';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Schema of the values that a field takes, by its rule. */
function taken(field: FieldInput): Json {
  const { $schema, ...schema } = z.toJSONSchema(fieldRule(field), { io: 'input', unrepresentable: 'any' });
  return { ...(schema as Json), ...(field.label ? { title: field.label } : {}) };
}

const NAMED = { type: 'object', properties: { id: { type: 'integer' }, label: { type: ['string', 'null'] } } };

/** A ticked part of a building; a floor says its entrance too. */
const PART = { type: 'object', properties: { ...NAMED.properties, porch: { type: 'integer' } } };

/** Schema of the value of a field in a record. */
function carried(field: FieldInput): Json {
  const title = field.label ? { title: field.label } : {};
  const pointer = pointerOf(field);
  if (pointer?.to === 'records' && pointer.several) return { type: ['array', 'null'], items: NAMED, ...title };
  if (pointer?.to === 'records' || pointer?.to === 'unit') return { anyOf: [NAMED, { type: 'null' }], ...title };
  if (pointer?.to === 'parts') return { type: ['array', 'null'], items: PART, ...title };
  if (pointer?.to === 'files') return { type: 'array', items: { type: 'object' }, ...title };
  return field.computed === undefined ? taken(field) : { ...taken(field), readOnly: true };
}

const wireFields = (resource: Resource) =>
  Object.entries(resource.fields).map(([name, field]) => [wireName(name, field), field] as const);

/** Schema of the body for a new record. */
function payloadSchema(resource: Resource): Json {
  const fields = writtenFields(resource).flatMap((name) => {
    const field = resource.fields[name];
    return field ? [[wireName(name, field), field] as const] : [];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([wire, field]) => [wire, taken(field)])),
    required: fields.filter(([, field]) => isAlwaysRequired(field)).map(([wire]) => wire),
  };
}

/** Schema of a record in an answer. */
function recordSchema(resource: Resource): Json {
  const properties = Object.fromEntries(wireFields(resource).map(([wire, field]) => [wire, carried(field)]));
  return { type: 'object', properties: { id: { type: 'integer' }, ...properties }, required: ['id'] };
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const asJson = (schema: unknown) => ({ 'application/json': { schema } });

/** An operation on the records of any section as one on those of this one. */
function ofSection(resource: Resource, path: string, method: string, operation: Json): Json {
  const isRecordPath = path === PLACE || path === `${PLACE}/{id}`;
  const item = ref(`${resource.name}-record`);
  const answer = path === PLACE && method === 'get' ? { type: 'array', items: item } : item;
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

/** The description of the API with the paths and the shapes of the generated sections of now, as a reader sees them. */
export function withSections<Document>(
  document: Document,
  definitions: readonly Resource[],
  reader: Pick<Reader, 'levels' | 'role'>,
): Document {
  const { paths = {}, components = {} } = document as Described;
  const general = Object.entries(paths).filter(([path]) => path === PLACE || path.startsWith(`${PLACE}/`));
  if (!general.length) return document;
  const added: Record<string, Json> = {};
  const schemas: Record<string, Json> = {};
  for (const definition of definitions) {
    const resource = readerView(reader, definition);
    schemas[`${resource.name}-payload`] = payloadSchema(resource);
    schemas[`${resource.name}-record`] = recordSchema(resource);
    for (const [path, item] of general) {
      const operations = METHODS.flatMap((method) => {
        const operation = item?.[method];
        return operation ? [[method, ofSection(resource, path, method, operation as Json)] as const] : [];
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
