import '#i18n/tables-texts.ts';
import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined';
import Popover from '@mui/material/Popover';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { Checkbox } from '#console/ui/inputs/checkbox.tsx';
import { announce } from '#console/ui/states/announce.ts';
import { arrangedColumns, type Choosable, columnChoice, useColumnChoice } from './column-choice.ts';
import classes from './columns-button.module.css';

interface Props {
  /** Name of the list's definition. */
  list: string;
  /** All columns that there are now, as they stand before anybody chooses. */
  columns: readonly (Choosable & { label: string })[];
}

/** The button that opens the choice of the columns of a table. */
export function ColumnsButton(props: Props) {
  const translate = useTranslate();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const label = translate('tables.columns.title');
  return (
    <>
      <IconButton label={label} onClick={() => setOpen(true)} ref={button}>
        <ViewColumnOutlined />
      </IconButton>
      {isOpen ? (
        <Popover
          open
          anchorEl={button.current}
          onClose={() => setOpen(false)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
          slotProps={{ paper: { role: 'dialog', 'aria-label': label } }}
        >
          <ColumnsPanel {...props} />
        </Popover>
      ) : null}
    </>
  );
}

/** Which columns are shown, and in which order; what is chosen is seen at once in the table. */
function ColumnsPanel({ list, columns }: Props) {
  const translate = useTranslate();
  const [choice, choose] = useColumnChoice(list);
  const arranged = arrangedColumns(columns, choice);
  // The pressed button stands elsewhere after it, or is another one, greyed at the end: the focus goes with it.
  const panel = useRef<HTMLDivElement>(null);
  const pressed = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the lines stand in the new order
  useLayoutEffect(() => {
    const buttons = [...(panel.current?.querySelectorAll('button') ?? [])];
    if (pressed.current) buttons.find((button) => button.getAttribute('aria-label') === pressed.current)?.focus();
    pressed.current = null;
  }, [choice]);

  function move(from: number, by: -1 | 1, label: string) {
    const next = [...arranged];
    const [moved] = next.splice(from, 1);
    if (!moved) return;
    next.splice(from + by, 0, moved);
    pressed.current = label;
    choose(columnChoice(next));
    announce(
      translate('tables.columns.moved', { name: moved.column.label, place: from + by + 1, count: arranged.length }),
    );
  }
  const toggle = (name: string, isShown: boolean) =>
    choose(columnChoice(arranged.map((one) => (one.column.name === name ? { ...one, isShown } : one))));

  return (
    <div ref={panel} className={classes.panel}>
      <ul>
        {arranged.map(({ column: { name, label }, isShown }, index) => {
          const isFirst = index === 0;
          const button = (by: -1 | 1) => {
            const place = index + by;
            const isEnd = isFirst || place < 1 || place >= arranged.length;
            const way = translate(by < 0 ? 'tables.columns.up' : 'tables.columns.down', { name: label });
            return {
              label: way,
              refusal: isEnd ? { title: translate(isFirst ? 'tables.columns.first' : 'tables.columns.end') } : null,
              onClick: () => move(index, by, way),
            };
          };
          return (
            <li key={name} className={classes.line}>
              <Checkbox
                checked={isShown}
                onChange={(next) => toggle(name, next)}
                refusal={isFirst ? { title: translate('tables.columns.first') } : null}
              >
                <span className={classes.name} title={label}>
                  {label}
                </span>
              </Checkbox>
              <IconButton {...button(-1)}>
                <ArrowUpward />
              </IconButton>
              <IconButton {...button(1)}>
                <ArrowDownward />
              </IconButton>
            </li>
          );
        })}
      </ul>
      <ActionButton size="sm" variant="ghost" unready={choice === ''} onClick={() => choose('')}>
        {translate('tables.columns.reset')}
      </ActionButton>
    </div>
  );
}
