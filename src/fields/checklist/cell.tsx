import Tooltip from '@mui/material/Tooltip';
import { useTranslate } from 'react-admin';
import type { CellProps } from '../field-props.ts';
import { embeddedTicks } from './options.ts';

/** Maximum number of names in a cell. */
const MAX_NAMED = 3;

/** The ticked parts: a few by name, more as a count with the names in a tooltip; bare ids only as a count. */
export default function ChecklistCell({ value, field }: CellProps<'checklist'>) {
  const translate = useTranslate();
  if (!Array.isArray(value) || value.length === 0) return translate('engine.list.nothing');
  const count = String(value.length);
  const names = embeddedTicks(value, field.of)?.map(({ key, params }) => translate(key, params));
  if (!names) return count;
  if (names.length <= MAX_NAMED) return names.join('; ');
  return (
    <Tooltip title={names.join('; ')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip must be reachable by keyboard */}
      <span tabIndex={0}>{count}</span>
    </Tooltip>
  );
}
