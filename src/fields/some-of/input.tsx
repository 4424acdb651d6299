import Check from '@mui/icons-material/Check';
import { useTranslate } from 'react-admin';
import { Icon } from '#console/ui/display/icon.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { ICONS, type IconName } from '#resources/language/icons.ts';
import { idsOf } from '#resources/language/kinds/ids.ts';
import type { FullProps, InputProps } from '../field-props.ts';
import { type Listed, useChoosable, useMarkedName, useServerList } from '../parts/server-list.ts';
import { SetDifference } from '../parts/set-difference.tsx';
import { WayToMake } from '../parts/way-to-make.tsx';
import { useField } from '../use-field.ts';
import classes from './input.module.css';

const itemIcon = (item: Listed, key: string | undefined): IconName | null =>
  ICONS.find((icon) => key !== undefined && icon === item[key]) ?? null;

/** Several things of a list that the server gives, as chips to press (EMP-44). */
export default function SomeOfInput(props: InputProps<'some-of'>) {
  const { from, text = 'label', icon } = props.field;
  const field = useField<number[] | null>(props);
  const translate = useTranslate();
  const markName = useMarkedName();
  const { items: listed, isPending } = useServerList(from);
  const items = useChoosable(listed, props.source);
  const chosenIds = field.value ?? [];
  const press = (id: number) => {
    field.set(chosenIds.includes(id) ? chosenIds.filter((other) => other !== id) : [...chosenIds, id]);
    field.leave();
  };
  return (
    <FieldFrame {...field.frame} group quiet>
      {items.length ? (
        <div className={classes.chips}>
          {items.map((item) => {
            const isOn = chosenIds.includes(item.id);
            const sign = itemIcon(item, icon);
            return (
              <button
                key={item.id}
                type="button"
                className={field.error ? `${classes.chip} ${classes.invalid}` : classes.chip}
                aria-pressed={isOn}
                disabled={field.disabled}
                onClick={() => press(item.id)}
              >
                {isOn ? <Check aria-hidden /> : sign ? <Icon name={sign} size={18} /> : null}
                {markName(item, String(item[text] ?? item.id))}
              </button>
            );
          })}
        </div>
      ) : (
        <p className={classes.hint}>
          {translate(isPending ? 'ui.busy' : 'engine.list.nothingToChoose')}{' '}
          {isPending ? null : <WayToMake list={props.field.from} />}
        </p>
      )}
    </FieldFrame>
  );
}

/** The chosen items of a list, by name. */
export function FullSomeOf({ value, other, field: { from, text = 'label' } }: FullProps<'some-of'>) {
  const { items } = useServerList(from);
  const named = idsOf(value).map((id) => {
    const name = items.find((item) => item.id === id)?.[text];
    return { key: id, node: typeof name === 'string' ? name : `№${id}` };
  });
  return <SetDifference items={named} otherKeys={new Set(idsOf(other))} />;
}
