import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import classes from './inputs.module.css';

/** Buttons that move an item of a list up or down, or remove it; at the ends they stay focusable instead of being disabled. */
export function ItemButtons({
  name,
  number,
  index,
  count,
  onSwap,
  onRemove,
}: {
  /** Used with the number in the labels of the buttons. */
  name: string;
  number: number | '';
  /** Index of the item. */
  index: number;
  count: number;
  /** Swaps the item with the one at the given index. */
  onSwap: (other: number) => void;
  onRemove: () => void;
}) {
  const translate = useTranslate();
  const label = (what: string) => translate(`sectionBuilder.input.${what}`, { name, number }).trim();
  const endRefusal = (what: string, isEnd: boolean) =>
    isEnd ? { title: label(what), line: translate(`sectionBuilder.input.${what}End`) } : null;
  return (
    <>
      <IconButton label={label('up')} refusal={endRefusal('up', index === 0)} onClick={() => onSwap(index - 1)}>
        <ArrowUpward fontSize="small" />
      </IconButton>
      <IconButton
        label={label('down')}
        refusal={endRefusal('down', index === count - 1)}
        onClick={() => onSwap(index + 1)}
      >
        <ArrowDownward fontSize="small" />
      </IconButton>
      <IconButton label={label('removeItem')} onClick={onRemove}>
        <DeleteOutlined fontSize="small" />
      </IconButton>
    </>
  );
}

/** Heading of a list item with its buttons. */
export function ItemHead({
  heading,
  ...buttons
}: { heading: string } & Omit<Parameters<typeof ItemButtons>[0], 'number'>) {
  return (
    <div className={classes.itemHead}>
      <b>{heading}</b>
      <ItemButtons {...buttons} number={buttons.index + 1} />
    </div>
  );
}

/** A copy of the list with two items swapped. */
export const swapItems = <Item,>(items: readonly Item[], at: number, other: number): Item[] =>
  items.map((one, index) => (index === at ? items[other] : index === other ? items[at] : one) ?? one);

/** A focusable control: a button or the first input of an item, or the add button below the list. */
type ItemControl = 'up' | 'down' | 'input' | 'add';
const CONTROL_SELECTORS: Readonly<Record<ItemControl, string>> = {
  up: 'button',
  down: 'button:nth-of-type(2)',
  input: 'input, textarea, select',
  add: ':scope > button',
};

/**
 * Restores focus after a list of items changes: to the moved item, into the new item, or to the add button after a removal.
 * Items need the attribute `data-item`.
 * @returns ref for the list, and a function that sets the control to focus after the next render
 */
export function useItemFocus<Box extends HTMLElement>(): [
  list: RefObject<Box | null>,
  focusNext: (control: ItemControl, at?: number) => void,
] {
  const list = useRef<Box>(null);
  const pendingFocus = useRef<{ control: ItemControl; at: number } | null>(null);
  useEffect(() => {
    if (!pendingFocus.current || !list.current) return;
    const { control, at } = pendingFocus.current;
    pendingFocus.current = null;
    const box = control === 'add' ? list.current : list.current.querySelectorAll(':scope > [data-item]')[at];
    box?.querySelector<HTMLElement>(CONTROL_SELECTORS[control])?.focus();
  });
  return [
    list,
    (control, at = 0) => {
      pendingFocus.current = { control, at };
    },
  ];
}
