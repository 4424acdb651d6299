import type { Completion, CompletionResult } from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { optionLabel, valueLabel } from '#i18n/definition-option-texts.ts';
import type { JsonSchema } from '#resources/language/json-schema.ts';
import { choicesOf, kindSchema, languageSchema, resolved } from '../fields/option-schema.ts';
import { parseDefinition, valueAt } from '../state/definition-text.ts';
import { keysAt, nameOf } from './json-places.ts';

/** The schemas that a value of this one may have. */
const branches = (schema: JsonSchema): JsonSchema[] => {
  const one = resolved(schema);
  return [one, ...(one.anyOf ?? one.oneOf ?? []).flatMap(branches)];
};

/** The schemas that apply at a place. @param root the definition, whose fields say their kind */
function schemasAt(root: unknown, keys: readonly (string | number)[]): JsonSchema[] {
  let schemas = branches(languageSchema());
  for (const [at, key] of keys.entries()) {
    const path = keys.slice(0, at + 1);
    const kind = at === 1 && keys[0] === 'fields' ? valueAt(root, [...path, 'kind']) : undefined;
    if (typeof kind === 'string') schemas = [kindSchema(kind)];
    else
      schemas = schemas.flatMap((schema) => {
        const inner =
          typeof key === 'number'
            ? schema.items
            : (schema.properties?.[key] ??
              (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined));
        return inner ? branches(inner) : [];
      });
  }
  return schemas;
}

const quoted = (text: string): string => JSON.stringify(text);

/** A text whose quotes do not match any more may still be read to the point of the cursor. */
const rootOf = (state: EditorState): unknown => parseDefinition(state.doc.toString());

/** Keys or values that the schema has at a place of the text; null where it says nothing. */
export function completionsAt(state: EditorState, position: number, isAsked: boolean): CompletionResult | null {
  const node = syntaxTree(state).resolveInner(position, -1);
  const root = rootOf(state);
  if (node.name === 'PropertyName' || node.name === 'Object' || node.name === '{')
    return keysOf(state, node, position, root, isAsked);
  const isText = node.name === 'String';
  if (!isText && !isAsked) return null;
  const keys = keysAt(state, position);
  const values = schemasAt(root, keys).flatMap(
    (schema) => choicesOf(schema) ?? (schema.type === 'boolean' ? [true, false] : []),
  );
  const options = [...new Set(values)].map(
    (value): Completion => ({ label: JSON.stringify(value), detail: valueLabel(value), type: 'constant' }),
  );
  return options.length ? { from: isText ? node.from : position, options, filter: isText } : null;
}

function keysOf(
  state: EditorState,
  node: SyntaxNode,
  position: number,
  root: unknown,
  isAsked: boolean,
): CompletionResult | null {
  const isName = node.name === 'PropertyName';
  if (!isName && !isAsked) return null;
  let object: SyntaxNode | null = node;
  while (object && object.name !== 'Object') object = object.parent;
  if (!object) return null;
  const keys = keysAt(state, object.from + 1);
  const present = new Set(object.getChildren('Property').map((property) => nameOf(state, property)));
  const above = String(keys.at(-1) ?? '');
  const names = new Set(schemasAt(root, keys).flatMap(({ properties = {} }) => Object.keys(properties)));
  const options = [...names]
    .filter((name) => !present.has(name))
    .map((name): Completion => {
      const label = optionLabel(name, above);
      return {
        label: quoted(name),
        ...(label ? { detail: label } : {}),
        type: 'property',
        apply: isName ? quoted(name) : `${quoted(name)}: `,
      };
    });
  return options.length ? { from: isName ? node.from : position, options } : null;
}
