import Check from '@mui/icons-material/Check';
import { useTranslate } from 'react-admin';
import { Icon } from '#console/ui/display/icon.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { ICONS, type IconName } from '#resources/language/icons.ts';
import { toIds } from '#resources/language/kinds/ids.ts';
import type { FullProps, InputProps } from '../field-props.ts';
import { CreateEntryHint } from '../parts/create-entry-hint.tsx';
import { type ListItem, useClosedName, useSelectableItems, useServerList } from '../parts/server-list.ts';
import { SetDifference } from '../parts/set-difference.tsx';
import { useField } from '../use-field.ts';
import classes from './input.module.css';

const itemIcon = (item: ListItem, key: string | undefined): IconName | null =>
  ICONS.find((icon) => key !== undefined && icon === item[key]) ?? null;

/** Input of several items of a list from the server, as toggle chips (EMP-44). */
export default function SomeOfInput(props: InputProps<'some-of'>) {
  const { from, text = 'label', icon } = props.field;
  const field = useField<number[] | null>(props);
  const translate = useTranslate();
  const markName = useClosedName();
  const { items: fetchedItems, isPending } = useServerList(from);
  const items = useSelectableItems(fetchedItems, props.source);
  const chosenIds = field.value ?? [];
  const toggle = (id: number) => {
    field.onChange(chosenIds.includes(id) ? chosenIds.filter((other) => other !== id) : [...chosenIds, id]);
    field.onBlur();
  };
  return (
    <FieldFrame {...field.frame} group quiet>
      {items.length ? (
        <div className={classes.chips}>
          {items.map((item) => {
            const isSelected = chosenIds.includes(item.id);
            const itemIconName = itemIcon(item, icon);
            return (
              <button
                key={item.id}
                type="button"
                className={field.error ? `${classes.chip} ${classes.invalid}` : classes.chip}
                aria-pressed={isSelected}
                disabled={field.disabled}
                onClick={() => toggle(item.id)}
              >
                {isSelected ? <Check aria-hidden /> : itemIconName ? <Icon name={itemIconName} size={18} /> : null}
                {markName(item, String(item[text] ?? item.id))}
              </button>
            );
          })}
        </div>
      ) : (
        <p className={classes.hint}>
          {translate(isPending ? 'ui.busy' : 'engine.list.nothingToChoose')}{' '}
          {isPending ? null : <CreateEntryHint list={props.field.from} />}
        </p>
      )}
    </FieldFrame>
  );
}

/** The selected items of a list by name, on one side of a comparison. */
export function FullSomeOf({ value, other, field: { from, text = 'label' } }: FullProps<'some-of'>) {
  const { items } = useServerList(from);
  const namedItems = toIds(value).map((id) => {
    const name = items.find((item) => item.id === id)?.[text];
    return { key: id, node: typeof name === 'string' ? name : `№${id}` };
  });
  return <SetDifference items={namedItems} otherKeys={new Set(toIds(other))} />;
}
