import type { Completion, CompletionResult } from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { optionLabel, valueLabel } from '#i18n/definition-option-texts.ts';
import type { JsonSchema } from '#resources/language/json-schema.ts';
import { getDefinitionSchema, kindSchema, resolveSchema, schemaChoices } from '../fields/option-schema.ts';
import { parseDefinition, valueAt } from '../state/definition-text.ts';
import { pathAt, propertyName } from './json-places.ts';

/** The schema and all its alternatives. */
const alternatives = (schema: JsonSchema): JsonSchema[] => {
  const one = resolveSchema(schema);
  return [one, ...(one.anyOf ?? one.oneOf ?? []).flatMap(alternatives)];
};

/** The schemas that apply at a path. @param root the parsed definition, from which the kinds of fields are read */
function schemasAt(root: unknown, keys: readonly (string | number)[]): JsonSchema[] {
  let schemas = alternatives(getDefinitionSchema());
  for (const [index, key] of keys.entries()) {
    const path = keys.slice(0, index + 1);
    const kind = index === 1 && keys[0] === 'fields' ? valueAt(root, [...path, 'kind']) : undefined;
    if (typeof kind === 'string') schemas = [kindSchema(kind)];
    else
      schemas = schemas.flatMap((schema) => {
        const inner =
          typeof key === 'number'
            ? schema.items
            : (schema.properties?.[key] ??
              (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined));
        return inner ? alternatives(inner) : [];
      });
  }
  return schemas;
}

const quote = (text: string): string => JSON.stringify(text);

/** The parsed definition; null while the text is invalid JSON, which is common while typing. */
const parseRoot = (state: EditorState): unknown => parseDefinition(state.doc.toString());

/** Completions of keys or values from the schema at a position of the text; null if there are none. */
export function completionsAt(state: EditorState, position: number, isExplicit: boolean): CompletionResult | null {
  const node = syntaxTree(state).resolveInner(position, -1);
  const root = parseRoot(state);
  if (node.name === 'PropertyName' || node.name === 'Object' || node.name === '{')
    return completeKeys(state, node, position, root, isExplicit);
  const isText = node.name === 'String';
  if (!isText && !isExplicit) return null;
  const keys = pathAt(state, position);
  const values = schemasAt(root, keys).flatMap(
    (schema) => schemaChoices(schema) ?? (schema.type === 'boolean' ? [true, false] : []),
  );
  const options = [...new Set(values)].map(
    (value): Completion => ({ label: JSON.stringify(value), detail: valueLabel(value), type: 'constant' }),
  );
  return options.length ? { from: isText ? node.from : position, options, filter: isText } : null;
}

function completeKeys(
  state: EditorState,
  node: SyntaxNode,
  position: number,
  root: unknown,
  isExplicit: boolean,
): CompletionResult | null {
  const isName = node.name === 'PropertyName';
  if (!isName && !isExplicit) return null;
  let object: SyntaxNode | null = node;
  while (object && object.name !== 'Object') object = object.parent;
  if (!object) return null;
  const keys = pathAt(state, object.from + 1);
  const presentKeys = new Set(object.getChildren('Property').map((property) => propertyName(state, property)));
  const parentKey = String(keys.at(-1) ?? '');
  const names = new Set(schemasAt(root, keys).flatMap(({ properties = {} }) => Object.keys(properties)));
  const options = [...names]
    .filter((name) => !presentKeys.has(name))
    .map((name): Completion => {
      const label = optionLabel(name, parentKey);
      return {
        label: quote(name),
        ...(label ? { detail: label } : {}),
        type: 'property',
        apply: isName ? quote(name) : `${quote(name)}: `,
      };
    });
  return options.length ? { from: isName ? node.from : position, options } : null;
}
