import type { ComponentType } from 'react';
import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { optionHelp, optionLabel } from '#i18n/definition-option-texts.ts';
import type { JsonSchema } from '#resources/language/json-schema.ts';
import { useBuilder } from '../state/builder-context.ts';
import { type DefinitionObject, isObject, type Path, textAt, valueAt, withValue } from '../state/definition-text.ts';
import { sectionNameFor } from '../state/latin-names.ts';
import { renameComparedValue, savedPath } from '../state/value-names.ts';
import classes from './inputs.module.css';
import { ItemHead, swapItems, useItemFocus } from './item-head.tsx';
import { NameInput } from './name-input.tsx';
import { resolveSchema } from './option-schema.ts';

/** Props of the input of one option of a definition. */
export interface OptionProps {
  path: Path;
  schema: JsonSchema;
  /** The parent key, or the kind of the field; the label of some keys depends on it. */
  parentKey: string;
  /** Further changes of the definition to apply together with a new value. */
  alsoChange?: (definition: DefinitionObject, value: unknown) => DefinitionObject;
}

/** Keys of an item whose value is a name made from its label. */
const NAME_KEYS = ['value', 'name'] as const;
const isNameKey = (key: string) => (NAME_KEYS as readonly string[]).includes(key);
/** Maximum length of a name made from a label, characters. */
const NAME_LENGTH = 36;

type Item = Readonly<Record<string, unknown>>;

const readItems = (root: unknown, path: Path): Item[] => {
  const value = valueAt(root, path);
  return Array.isArray(value) ? value.filter(isObject) : [];
};

/** Initial value of a required option by its type; an empty string for any other type. */
const EMPTY_BY_TYPE: Readonly<Record<string, unknown>> = { array: [], object: {} };

/** A new item with all required options and a unique name. */
function makeItem({ properties = {}, required = [] }: JsonSchema, items: readonly Item[], label: string): Item {
  const name = NAME_KEYS.find((key) => key in properties);
  const isTaken = (one: string) => name !== undefined && items.some((item) => item[name] === one);
  return Object.fromEntries(
    Object.keys(properties).flatMap((key): [string, unknown][] => {
      if (key === 'label') return [[key, label]];
      if (key === name) return [[key, sectionNameFor(label, isTaken, NAME_LENGTH)]];
      if (!required.includes(key)) return [];
      return [[key, EMPTY_BY_TYPE[resolveSchema(properties[key] ?? {}).type ?? ''] ?? '']];
    }),
  );
}

/** Editor of an option that is a list of objects, e.g. options, states or rules. */
export function ObjectsInput({
  path,
  schema,
  label,
  Option,
  onChange,
}: {
  path: Path;
  schema: JsonSchema;
  label: string;
  /** Input of one option, passed as a prop to avoid a circular import. */
  Option: ComponentType<OptionProps>;
  onChange: (value: unknown) => void;
}) {
  const translate = useTranslate();
  const { state, savedDefinition } = useBuilder();
  const [list, focusNext] = useItemFocus<HTMLFieldSetElement>();
  const itemHeading = (at: number) => translate('sectionBuilder.input.item', { name: label, number: at + 1 });
  const itemSchema = resolveSchema(schema.items ?? {});
  const { properties = {}, required = [] } = itemSchema;
  const items = readItems(state.definition, path);
  const key = String(path.at(-1));
  const mainKeys = Object.keys(properties).filter((one) => required.includes(one) || one === 'label');
  const shownKeys = 'label' in properties ? mainKeys.filter((one) => !isNameKey(one)) : mainKeys;
  const moreKeys = Object.keys(properties).filter((one) => !shownKeys.includes(one));
  const change = (next: readonly Item[]) => onChange(next.length ? next : undefined);
  const savedItems = readItems(savedDefinition, savedPath(state.definition, savedDefinition, path));
  const isSaved = (one: Item) =>
    NAME_KEYS.some((name) => one[name] !== undefined && savedItems.some((before) => before[name] === one[name]));

  return (
    <fieldset className={classes.row} ref={list}>
      <legend>{label}</legend>
      {items.map((one, index) => {
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item has no stable id but its index while it is typed
          <fieldset key={index} data-item className={classes.item} aria-label={itemHeading(index)}>
            <ItemHead
              heading={itemHeading(index)}
              name={String(one.label ?? label)}
              index={index}
              count={items.length}
              onSwap={(other) => {
                focusNext(other < index ? 'up' : 'down', other);
                change(swapItems(items, index, other));
              }}
              onRemove={() => {
                focusNext('add');
                change(items.filter((other) => other !== one));
              }}
            />
            {shownKeys.map((name) => (
              <Option
                key={name}
                path={[...path, index, name]}
                schema={properties[name] ?? {}}
                parentKey={key}
                {...(name === 'label' && !isSaved(one)
                  ? { alsoChange: (definition, next) => followLabel(definition, [...path, index], String(next ?? '')) }
                  : {})}
              />
            ))}
            {moreKeys.length ? (
              <details className={classes.more}>
                <summary>{translate('sectionBuilder.input.more')}</summary>
                {moreKeys.map((name) =>
                  typeof one[name] === 'string' && isNameKey(name) ? (
                    <ItemNameInput
                      key={`${name} ${one[name]}`}
                      path={[...path, index]}
                      nameKey={name}
                      schema={properties[name] ?? {}}
                    />
                  ) : (
                    <Option key={name} path={[...path, index, name]} schema={properties[name] ?? {}} parentKey={key} />
                  ),
                )}
              </details>
            ) : null}
          </fieldset>
        );
      })}
      <ActionButton
        size="sm"
        onClick={() => {
          const text = translate('sectionBuilder.start.option', { number: items.length + 1 });
          focusNext('input', items.length);
          change([...items, makeItem(itemSchema, items, text)]);
        }}
      >
        {translate('sectionBuilder.input.add', { name: label.toLowerCase() })}
      </ActionButton>
    </fieldset>
  );
}

/** Lists whose items are referred to by name in sibling options. */
const LISTS_WITH_REFERENCES = new Set(['states', 'options']);
/** Sibling options that refer to items by name. */
const REFERRING_KEYS = new Set(['from', 'to', 'initial']);

function renameReferences(value: unknown, key: string, before: string, after: string): unknown {
  if (Array.isArray(value)) return value.map((one) => renameReferences(one, key, before, after));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, renameReferences(one, name, before, after)]),
    );
  return REFERRING_KEYS.has(key) && value === before ? after : value;
}

/** Renames a move in the rules of notifications. */
function renameMoveInRules(definition: DefinitionObject, before: string, after: string): DefinitionObject {
  if (!Array.isArray(definition.notify)) return definition;
  const rules = definition.notify.map((rule) =>
    isObject(rule) && Array.isArray(rule.moves)
      ? { ...rule, moves: rule.moves.map((move) => (move === before ? after : move)) }
      : rule,
  );
  return withValue(definition, ['notify'], rules);
}

/** Renames an item together with the references to it in siblings, rules and expressions. */
function renameItem(definition: DefinitionObject, path: Path, nameKey: string, name: string): DefinitionObject {
  const before = String(valueAt(definition, [...path, nameKey]));
  const list = path.slice(0, -1);
  const renamed = withValue(definition, [...path, nameKey], name);
  if (list.at(-1) === 'moves') return renameMoveInRules(renamed, before, name);
  if (!LISTS_WITH_REFERENCES.has(String(list.at(-1)))) return renamed;
  const owner = list.slice(0, -1);
  const withReferences = withValue(renamed, owner, renameReferences(valueAt(renamed, owner), '', before, name));
  return renameComparedValue(withReferences, owner, before, name);
}

const isNameTaken = (definition: DefinitionObject, path: Path, nameKey: string) => (name: string) =>
  readItems(definition, path.slice(0, -1)).some((other, index) => index !== path.at(-1) && other[nameKey] === name);

/** Updates the name of an item to its new label, unless the name was typed by hand. */
function followLabel(definition: DefinitionObject, path: Path, label: string): DefinitionObject {
  const item = valueAt(definition, path) as Item;
  const nameKey = NAME_KEYS.find((key) => key in item);
  if (!nameKey) return definition;
  const isTaken = isNameTaken(definition, path, nameKey);
  const followsLabel = sectionNameFor(String(item.label ?? ''), isTaken, NAME_LENGTH) === item[nameKey];
  return followsLabel ? renameItem(definition, path, nameKey, sectionNameFor(label, isTaken, NAME_LENGTH)) : definition;
}

/** Input of an item's name in the data. */
function ItemNameInput({ path, nameKey, schema }: { path: Path; nameKey: string; schema: JsonSchema }) {
  const translate = useTranslate();
  const { state, dispatch } = useBuilder();
  const { pattern = '.', maxLength = Number.POSITIVE_INFINITY } = schema;
  const isTaken = isNameTaken(state.definition, path, nameKey);
  const list = String(path.at(-2));
  return (
    <NameInput
      name={textAt(state.definition, [...path, nameKey])}
      label={optionLabel(nameKey, list) ?? nameKey}
      help={optionHelp(nameKey, list)}
      invalidText={translate('sectionBuilder.input.badName')}
      isValid={(next) => new RegExp(pattern).test(next) && next.length <= maxLength && !isTaken(next)}
      onRename={(next) => dispatch({ type: 'change', change: (before) => renameItem(before, path, nameKey, next) })}
    />
  );
}
