import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import classes from './inputs.module.css';

/** The buttons that move one item of a list and take it out. Those that lead nowhere stay, so that the keyboard stays on them. */
export function ItemButtons({
  name,
  number,
  at,
  count,
  onSwap,
  onRemove,
}: {
  /** Said with its number on the buttons. */
  name: string;
  number: number | '';
  /** Its place among so many, from 0. */
  at: number;
  count: number;
  /** Changes places with the item at another place. */
  onSwap: (other: number) => void;
  onRemove: () => void;
}) {
  const translate = useTranslate();
  const label = (what: string) => translate(`sectionBuilder.input.${what}`, { name, number }).trim();
  const ends = (what: string, isEnd: boolean) =>
    isEnd ? { title: label(what), line: translate(`sectionBuilder.input.${what}End`) } : null;
  return (
    <>
      <IconButton label={label('up')} refusal={ends('up', at === 0)} onClick={() => onSwap(at - 1)}>
        <ArrowUpward fontSize="small" />
      </IconButton>
      <IconButton label={label('down')} refusal={ends('down', at === count - 1)} onClick={() => onSwap(at + 1)}>
        <ArrowDownward fontSize="small" />
      </IconButton>
      <IconButton label={label('removeItem')} onClick={onRemove}>
        <DeleteOutlined fontSize="small" />
      </IconButton>
    </>
  );
}

/** The head of one item of a list: what it is, and its buttons. */
export function ItemHead({
  heading,
  ...buttons
}: { heading: string } & Omit<Parameters<typeof ItemButtons>[0], 'number'>) {
  return (
    <div className={classes.itemHead}>
      <b>{heading}</b>
      <ItemButtons {...buttons} number={buttons.at + 1} />
    </div>
  );
}

/** A list of which two items have changed places. */
export const swapped = <Item,>(items: readonly Item[], at: number, other: number): Item[] =>
  items.map((one, place) => (place === at ? items[other] : place === other ? items[at] : one) ?? one);

/** A control of a list: a button or the first input of an item, or the button below that adds one. */
type ItemControl = 'up' | 'down' | 'input' | 'add';
const CONTROLS: Readonly<Record<ItemControl, string>> = {
  up: 'button',
  down: 'button:nth-of-type(2)',
  input: 'input, textarea, select',
  add: ':scope > button',
};

/**
 * Puts the keyboard where it belongs after a list of items has changed: along with an item that is moved, into one that is
 * new, and not away where one is taken out. Items have `data-item`.
 * @returns the ref of the list, and how to say which control comes next
 */
export function useItemFocus<Box extends HTMLElement>(): [
  list: RefObject<Box | null>,
  focusNext: (control: ItemControl, at?: number) => void,
] {
  const list = useRef<Box>(null);
  const next = useRef<{ control: ItemControl; at: number } | null>(null);
  useEffect(() => {
    if (!next.current || !list.current) return;
    const { control, at } = next.current;
    next.current = null;
    const box = control === 'add' ? list.current : list.current.querySelectorAll(':scope > [data-item]')[at];
    box?.querySelector<HTMLElement>(CONTROLS[control])?.focus();
  });
  return [
    list,
    (control, at = 0) => {
      next.current = { control, at };
    },
  ];
}
