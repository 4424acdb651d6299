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
import { orderColumns, type SelectableColumn, serializeColumns, useColumnChoice } from './column-choice.ts';
import classes from './columns-button.module.css';

interface Props {
  /** Name of the list's definition. */
  list: string;
  /** All columns that can be shown now, in default order. */
  columns: readonly (SelectableColumn & { label: string })[];
}

/** Button that opens the column choice of a table. */
export function ColumnsButton(props: Props) {
  const translate = useTranslate();
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const label = translate('tables.columns.title');
  return (
    <>
      <IconButton label={label} onClick={() => setIsOpen(true)} ref={buttonRef}>
        <ViewColumnOutlined />
      </IconButton>
      {isOpen ? (
        <Popover
          open
          anchorEl={buttonRef.current}
          onClose={() => setIsOpen(false)}
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

/** Panel to show, hide and reorder columns; changes apply to the table at once. */
function ColumnsPanel({ list, columns }: Props) {
  const translate = useTranslate();
  const [choice, choose] = useColumnChoice(list);
  const orderedColumns = orderColumns(columns, choice);
  // The focus follows the moved column: its pressed button is now in another line, or disabled at the end.
  const panel = useRef<HTMLDivElement>(null);
  const pressedLabel = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once the lines are rendered in the new order
  useLayoutEffect(() => {
    const buttons = [...(panel.current?.querySelectorAll('button') ?? [])];
    if (pressedLabel.current)
      buttons.find((button) => button.getAttribute('aria-label') === pressedLabel.current)?.focus();
    pressedLabel.current = null;
  }, [choice]);

  function moveColumn(from: number, step: -1 | 1, label: string) {
    const next = [...orderedColumns];
    const [moved] = next.splice(from, 1);
    if (!moved) return;
    next.splice(from + step, 0, moved);
    pressedLabel.current = label;
    choose(serializeColumns(next));
    announce(
      translate('tables.columns.moved', {
        name: moved.column.label,
        place: from + step + 1,
        count: orderedColumns.length,
      }),
    );
  }
  const toggle = (name: string, isShown: boolean) =>
    choose(serializeColumns(orderedColumns.map((one) => (one.column.name === name ? { ...one, isShown } : one))));

  return (
    <div ref={panel} className={classes.panel}>
      <ul>
        {orderedColumns.map(({ column: { name, label }, isShown }, index) => {
          const isFirst = index === 0;
          const buttonProps = (step: -1 | 1) => {
            const newIndex = index + step;
            const isAtEnd = isFirst || newIndex < 1 || newIndex >= orderedColumns.length;
            const stepLabel = translate(step < 0 ? 'tables.columns.up' : 'tables.columns.down', { name: label });
            return {
              label: stepLabel,
              refusal: isAtEnd ? { title: translate(isFirst ? 'tables.columns.first' : 'tables.columns.end') } : null,
              onClick: () => moveColumn(index, step, stepLabel),
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
              <IconButton {...buttonProps(-1)}>
                <ArrowUpward />
              </IconButton>
              <IconButton {...buttonProps(1)}>
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
