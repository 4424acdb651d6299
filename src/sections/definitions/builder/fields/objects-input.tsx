import type { ComponentType } from 'react';
import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import type { JsonSchema } from '#resources/language/json-schema.ts';
import { useBuilder } from '../state/builder-context.ts';
import { type DefinitionObject, isObject, type Path, valueAt, withValue } from '../state/definition-text.ts';
import { sectionNameFor } from '../state/latin-names.ts';
import classes from './inputs.module.css';
import { ItemHead, swapped } from './item-head.tsx';
import { resolved } from './option-schema.ts';

/** An option of a definition, its place and its schema. */
export interface OptionProps {
  path: Path;
  schema: JsonSchema;
  /** The key around it, or the kind of its field: some keys are called by it. */
  above: string;
  /** What changes along with its value. */
  along?: (definition: DefinitionObject, value: unknown) => DefinitionObject;
}

/** Keys of an item whose value is made from its label. */
const NAMES = ['value', 'name'] as const;
/** Characters of a made value. */
const NAME_LENGTH = 36;

type Item = Readonly<Record<string, unknown>>;

const itemsAt = (root: unknown, path: Path): Item[] => {
  const value = valueAt(root, path);
  return Array.isArray(value) ? value.filter(isObject) : [];
};

/** A new item: what is required of it is there, its name is one that no other has. */
function newItem({ properties = {}, required = [] }: JsonSchema, items: readonly Item[], label: string): Item {
  const name = NAMES.find((key) => key in properties);
  const isTaken = (one: string) => name !== undefined && items.some((item) => item[name] === one);
  return Object.fromEntries(
    Object.keys(properties).flatMap((key): [string, unknown][] => {
      if (key === 'label') return [[key, label]];
      if (key === name) return [[key, sectionNameFor(label, isTaken, NAME_LENGTH)]];
      if (!required.includes(key)) return [];
      return [[key, resolved(properties[key] ?? {}).type === 'array' ? [] : '']];
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
  const item = resolved(schema.items ?? {});
  const { properties = {}, required = [] } = item;
  const items = itemsAt(state.definition, path);
  const key = String(path.at(-1));
  const main = Object.keys(properties).filter((one) => required.includes(one) || one === 'label');
  const named = 'label' in properties ? main.filter((one) => !(NAMES as readonly string[]).includes(one)) : main;
  const rest = Object.keys(properties).filter((one) => !named.includes(one));
  const change = (next: readonly Item[]) => onChange(next.length ? next : undefined);
  const isSaved = (one: Item) =>
    NAMES.some(
      (name) => one[name] !== undefined && itemsAt(savedDefinition, path).some((before) => before[name] === one[name]),
    );

  return (
    <fieldset className={classes.row}>
      <legend>{label}</legend>
      {items.map((one, at) => {
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item has no other name than its place while it is typed
          <div key={at} className={classes.item}>
            <ItemHead
              heading={translate('sectionBuilder.input.item', { name: label, number: at + 1 })}
              name={String(one.label ?? label)}
              at={at}
              count={items.length}
              onSwap={(other) => change(swapped(items, at, other))}
              onRemove={() => change(items.filter((other) => other !== one))}
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
                {rest.map((name) => (
                  <Option key={name} path={[...path, at, name]} schema={properties[name] ?? {}} above={key} />
                ))}
              </details>
            ) : null}
          </div>
        );
      })}
      <ActionButton
        size="sm"
        onClick={() => {
          const text = translate('sectionBuilder.start.option', { number: items.length + 1 });
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

/** The name of an item follows its label, and with it what names the item beside the list. */
function withNameOf(definition: DefinitionObject, path: Path, label: string): DefinitionObject {
  const item = valueAt(definition, path) as Item;
  const name = NAMES.find((key) => key in item);
  const before = name && item[name];
  if (!name || typeof before !== 'string') return definition;
  const list = path.slice(0, -1);
  const isTaken = (one: string) => itemsAt(definition, list).some((other) => other !== item && other[name] === one);
  const after = sectionNameFor(label, isTaken, NAME_LENGTH);
  const renamed = withValue(definition, [...path, name], after);
  // Moves are named by nothing beside them; what they lead from and to are states.
  if (!NAMED_BESIDE.has(String(list.at(-1)))) return renamed;
  const owner = list.slice(0, -1);
  return withValue(renamed, owner, renamedIn(valueAt(renamed, owner), '', before, after));
}
