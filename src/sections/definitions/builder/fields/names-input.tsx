import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import type { Option } from './choice-sources.ts';
import classes from './inputs.module.css';
import { ItemButtons, swapped, useItemFocus } from './item-head.tsx';

/** Several of a list in an order of their own: columns of a table, fields that are searched. */
export function NamesInput({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly Option[];
  value: readonly string[];
  onChange: (value: readonly string[] | undefined) => void;
}) {
  const translate = useTranslate();
  const [list, focusNext] = useItemFocus<HTMLUListElement>();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const change = (next: readonly string[]) => onChange(next.length ? next : undefined);
  const labelOf = (name: string) => options.find((one) => one.value === name)?.label ?? name;
  const free = options.filter((one) => !value.includes(one.value));
  const addLabel = translate('sectionBuilder.input.add', { name: label.toLowerCase() });
  return (
    <div className={classes.names}>
      <ul ref={list}>
        {value.map((name, at) => (
          <li key={name} data-item>
            <span>{labelOf(name)}</span>
            <ItemButtons
              name={labelOf(name)}
              number=""
              at={at}
              count={value.length}
              onSwap={(other) => {
                focusNext(other < at ? 'up' : 'down', other);
                change(swapped(value, at, other));
              }}
              onRemove={() => {
                button.current?.focus();
                change(value.filter((one) => one !== name));
              }}
            />
          </li>
        ))}
      </ul>
      {/* A menu and no list of the browser: that one would take the first name at the first arrow key. */}
      <ActionButton
        size="sm"
        opens="menu"
        ref={button}
        unready={!free.length}
        onClick={() => setIsOpen(free.length > 0)}
      >
        {addLabel}
      </ActionButton>
      <Menu
        open={isOpen}
        anchorEl={button.current}
        onClose={() => setIsOpen(false)}
        // The button is drawn anew when nothing is left to add, and the one that opened the menu is gone.
        disableRestoreFocus
        slotProps={{ list: { 'aria-label': addLabel }, transition: { onExited: () => button.current?.focus() } }}
      >
        {free.map((one) => (
          <MenuItem
            key={one.value}
            onClick={() => {
              setIsOpen(false);
              change([...value, one.value]);
            }}
          >
            {one.label}
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}
