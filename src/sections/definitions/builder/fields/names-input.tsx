import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import type { Option } from './choice-sources.ts';
import classes from './inputs.module.css';
import { ItemButtons, swapItems, useItemFocus } from './item-head.tsx';

/** Input of an ordered list of names chosen from options, e.g. the columns of a table. */
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
  const getLabel = (name: string) => options.find((one) => one.value === name)?.label ?? name;
  const remainingOptions = options.filter((one) => !value.includes(one.value));
  const addLabel = translate('sectionBuilder.input.add', { name: label.toLowerCase() });
  return (
    <div className={classes.names}>
      <ul ref={list}>
        {value.map((name, index) => (
          <li key={name} data-item>
            <span>{getLabel(name)}</span>
            <ItemButtons
              name={getLabel(name)}
              number=""
              index={index}
              count={value.length}
              onSwap={(other) => {
                focusNext(other < index ? 'up' : 'down', other);
                change(swapItems(value, index, other));
              }}
              onRemove={() => {
                button.current?.focus();
                change(value.filter((one) => one !== name));
              }}
            />
          </li>
        ))}
      </ul>
      {/* A menu and not a native select, which would choose the first name at the first arrow key. */}
      <ActionButton
        size="sm"
        opens="menu"
        ref={button}
        unready={!remainingOptions.length}
        onClick={() => setIsOpen(remainingOptions.length > 0)}
      >
        {addLabel}
      </ActionButton>
      <Menu
        open={isOpen}
        anchorEl={button.current}
        onClose={() => setIsOpen(false)}
        // The button is remounted when nothing is left to add, so the element that opened the menu may be gone.
        disableRestoreFocus
        slotProps={{ list: { 'aria-label': addLabel }, transition: { onExited: () => button.current?.focus() } }}
      >
        {remainingOptions.map((one) => (
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
