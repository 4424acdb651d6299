import type { ComponentType } from 'react';
import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { optionHelp, optionLabel } from '#i18n/definition-option-texts.ts';
import type { JsonSchema } from '#resources/language/json-schema.ts';
import { useBuilder } from '../state/builder-context.ts';
import { type DefinitionObject, isObject, type Path, textAt, valueAt, withValue } from '../state/definition-text.ts';
import { sectionNameFor } from '../state/latin-names.ts';
import { savedPath, withComparedValue } from '../state/value-names.ts';
import classes from './inputs.module.css';
import { ItemHead, swapped, useItemFocus } from './item-head.tsx';
import { NameInput } from './name-input.tsx';
import { resolved } from './option-schema.ts';

/** An option of a definition, its place and its schema. */
export interface OptionProps {
  path: Path;
  schema: JsonSchema;
  /** The key around it, or the kind of its field: some keys are called by it. */
  above: string;
  /** Changes that go along with its value. */
  along?: (definition: DefinitionObject, value: unknown) => DefinitionObject;
}

/** Keys of an item whose value is made from its label. */
const NAMES = ['value', 'name'] as const;
const isName = (key: string) => (NAMES as readonly string[]).includes(key);
/** Characters of a made value. */
const NAME_LENGTH = 36;

type Item = Readonly<Record<string, unknown>>;

const itemsAt = (root: unknown, path: Path): Item[] => {
  const value = valueAt(root, path);
  return Array.isArray(value) ? value.filter(isObject) : [];
};

/** Initial value of a required option, by its type; any other begins as an empty text. */
const EMPTY: Readonly<Record<string, unknown>> = { array: [], object: {} };

/** A new item: what is required of it is there, its name is one that no other has. */
function newItem({ properties = {}, required = [] }: JsonSchema, items: readonly Item[], label: string): Item {
  const name = NAMES.find((key) => key in properties);
  const isTaken = (one: string) => name !== undefined && items.some((item) => item[name] === one);
  return Object.fromEntries(
    Object.keys(properties).flatMap((key): [string, unknown][] => {
      if (key === 'label') return [[key, label]];
      if (key === name) return [[key, sectionNameFor(label, isTaken, NAME_LENGTH)]];
      if (!required.includes(key)) return [];
      return [[key, EMPTY[resolved(properties[key] ?? {}).type ?? ''] ?? '']];
    }),
  );
}

/** The choices, states or rules of an option: a list whose items have a form each. */
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
  /** The input of one option; handed in, since it draws such lists in turn. */
  Option: ComponentType<OptionProps>;
  onChange: (value: unknown) => void;
}) {
  const translate = useTranslate();
  const { state, savedDefinition } = useBuilder();
  const [list, focusNext] = useItemFocus<HTMLFieldSetElement>();
  const headingOf = (at: number) => translate('sectionBuilder.input.item', { name: label, number: at + 1 });
  const item = resolved(schema.items ?? {});
  const { properties = {}, required = [] } = item;
  const items = itemsAt(state.definition, path);
  const key = String(path.at(-1));
  const main = Object.keys(properties).filter((one) => required.includes(one) || one === 'label');
  const named = 'label' in properties ? main.filter((one) => !isName(one)) : main;
  const rest = Object.keys(properties).filter((one) => !named.includes(one));
  const change = (next: readonly Item[]) => onChange(next.length ? next : undefined);
  const savedItems = itemsAt(savedDefinition, savedPath(state.definition, savedDefinition, path));
  const isSaved = (one: Item) =>
    NAMES.some((name) => one[name] !== undefined && savedItems.some((before) => before[name] === one[name]));

  return (
    <fieldset className={classes.row} ref={list}>
      <legend>{label}</legend>
      {items.map((one, at) => {
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item has no other name than its place while it is typed
          <fieldset key={at} data-item className={classes.item} aria-label={headingOf(at)}>
            <ItemHead
              heading={headingOf(at)}
              name={String(one.label ?? label)}
              at={at}
              count={items.length}
              onSwap={(other) => {
                focusNext(other < at ? 'up' : 'down', other);
                change(swapped(items, at, other));
              }}
              onRemove={() => {
                focusNext('add');
                change(items.filter((other) => other !== one));
              }}
            />
            {named.map((name) => (
              <Option
                key={name}
                path={[...path, at, name]}
                schema={properties[name] ?? {}}
                above={key}
                {...(name === 'label' && !isSaved(one)
                  ? { along: (definition, next) => withNameOf(definition, [...path, at], String(next ?? '')) }
                  : {})}
              />
            ))}
            {rest.length ? (
              <details className={classes.more}>
                <summary>{translate('sectionBuilder.input.more')}</summary>
                {rest.map((name) =>
                  typeof one[name] === 'string' && isName(name) ? (
                    <ItemNameInput
                      key={`${name} ${one[name]}`}
                      path={[...path, at]}
                      nameKey={name}
                      schema={properties[name] ?? {}}
                    />
                  ) : (
                    <Option key={name} path={[...path, at, name]} schema={properties[name] ?? {}} above={key} />
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
          change([...items, newItem(item, items, text)]);
        }}
      >
        {translate('sectionBuilder.input.add', { name: label.toLowerCase() })}
      </ActionButton>
    </fieldset>
  );
}

/** Lists whose items are named beside them. */
const NAMED_BESIDE = new Set(['states', 'options']);
/** Keys beside a list that name its items. */
const NAMING = new Set(['from', 'to', 'initial']);

function renamedIn(value: unknown, key: string, before: string, after: string): unknown {
  if (Array.isArray(value)) return value.map((one) => renamedIn(one, key, before, after));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, renamedIn(one, name, before, after)]));
  return NAMING.has(key) && value === before ? after : value;
}

/** The rules of notifications call a move by its new name. */
function withMoveCalled(definition: DefinitionObject, before: string, after: string): DefinitionObject {
  if (!Array.isArray(definition.notify)) return definition;
  const rules = definition.notify.map((rule) =>
    isObject(rule) && Array.isArray(rule.moves)
      ? { ...rule, moves: rule.moves.map((move) => (move === before ? after : move)) }
      : rule,
  );
  return withValue(definition, ['notify'], rules);
}

/** An item under another name, with what names it beside the list. */
function withItemCalled(definition: DefinitionObject, path: Path, nameKey: string, name: string): DefinitionObject {
  const before = String(valueAt(definition, [...path, nameKey]));
  const list = path.slice(0, -1);
  const renamed = withValue(definition, [...path, nameKey], name);
  if (list.at(-1) === 'moves') return withMoveCalled(renamed, before, name);
  if (!NAMED_BESIDE.has(String(list.at(-1)))) return renamed;
  const owner = list.slice(0, -1);
  const beside = withValue(renamed, owner, renamedIn(valueAt(renamed, owner), '', before, name));
  return withComparedValue(beside, owner, before, name);
}

const isOthers = (definition: DefinitionObject, path: Path, nameKey: string) => (name: string) =>
  itemsAt(definition, path.slice(0, -1)).some((other, at) => at !== path.at(-1) && other[nameKey] === name);

/** The name of an item follows its label, but for one that was given by hand. */
function withNameOf(definition: DefinitionObject, path: Path, label: string): DefinitionObject {
  const item = valueAt(definition, path) as Item;
  const nameKey = NAMES.find((key) => key in item);
  if (!nameKey) return definition;
  const isTaken = isOthers(definition, path, nameKey);
  const follows = sectionNameFor(String(item.label ?? ''), isTaken, NAME_LENGTH) === item[nameKey];
  return follows ? withItemCalled(definition, path, nameKey, sectionNameFor(label, isTaken, NAME_LENGTH)) : definition;
}

/** The name of an item in the data. */
function ItemNameInput({ path, nameKey, schema }: { path: Path; nameKey: string; schema: JsonSchema }) {
  const translate = useTranslate();
  const { state, dispatch } = useBuilder();
  const { pattern = '.', maxLength = Number.POSITIVE_INFINITY } = schema;
  const isTaken = isOthers(state.definition, path, nameKey);
  const list = String(path.at(-2));
  return (
    <NameInput
      name={textAt(state.definition, [...path, nameKey])}
      label={optionLabel(nameKey, list) ?? nameKey}
      help={optionHelp(nameKey, list)}
      mistake={translate('sectionBuilder.input.badName')}
      isSound={(next) => new RegExp(pattern).test(next) && next.length <= maxLength && !isTaken(next)}
      onNamed={(next) => dispatch({ type: 'change', change: (before) => withItemCalled(before, path, nameKey, next) })}
    />
  );
}
