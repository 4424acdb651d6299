import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Close from '@mui/icons-material/Close';
import { useTranslate } from 'react-admin';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { ChoiceSelect } from './choice-select.tsx';
import type { Option } from './choice-sources.ts';
import classes from './inputs.module.css';

/** Several of a list in an order of their own: columns of a table, fields that are searched. */
export function NamesInput({
  id,
  label,
  options,
  value,
  onChange,
}: {
  id: string;
  label: string;
  options: readonly Option[];
  value: readonly string[];
  onChange: (value: readonly string[] | undefined) => void;
}) {
  const translate = useTranslate();
  const change = (next: readonly string[]) => onChange(next.length ? next : undefined);
  const labelOf = (name: string) => options.find((one) => one.value === name)?.label ?? name;
  const swapped = (at: number, other: number) => {
    const next = [...value];
    [next[at], next[other]] = [next[other] ?? '', next[at] ?? ''];
    change(next);
  };
  const free = options.filter((one) => !value.includes(one.value));
  return (
    <div className={classes.names}>
      <ul>
        {value.map((name, at) => (
          <li key={name}>
            <span>{labelOf(name)}</span>
            {at > 0 ? (
              <IconButton
                label={translate('sectionBuilder.input.up', { name: labelOf(name), number: '' }).trim()}
                onClick={() => swapped(at, at - 1)}
              >
                <ArrowUpward fontSize="small" />
              </IconButton>
            ) : null}
            {at < value.length - 1 ? (
              <IconButton
                label={translate('sectionBuilder.input.down', { name: labelOf(name), number: '' }).trim()}
                onClick={() => swapped(at, at + 1)}
              >
                <ArrowDownward fontSize="small" />
              </IconButton>
            ) : null}
            <IconButton
              label={translate('sectionBuilder.input.removeItem', { name: labelOf(name), number: '' }).trim()}
              onClick={() => change(value.filter((one) => one !== name))}
            >
              <Close fontSize="small" />
            </IconButton>
          </li>
        ))}
      </ul>
      {free.length ? (
        <ChoiceSelect
          id={id}
          label={translate('sectionBuilder.input.add', { name: label.toLowerCase() })}
          value=""
          options={free}
          none={translate('sectionBuilder.input.add', { name: label.toLowerCase() })}
          onChange={(name) => name && change([...value, name])}
        />
      ) : null}
    </div>
  );
}
