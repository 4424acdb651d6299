import '#i18n/point-texts.ts';
import { useTranslate } from 'react-admin';
import { parsePoint } from '#resources/language/kinds/point.ts';
import type { CellProps, ChangeProps } from '../field-props.ts';

/** Whether a point is set; a cell has no room for the plan. */
export default function PointCell({ value }: CellProps<'point'>) {
  const translate = useTranslate();
  return translate(parsePoint(value) ? 'point.set' : 'engine.list.nothing');
}

/** Describes the change of a point. */
export function PointChange({ before, after }: ChangeProps<'point'>) {
  const translate = useTranslate();
  const [formerPoint, nextPoint] = [parsePoint(before), parsePoint(after)];
  if (!nextPoint) return translate('point.removed');
  if (!formerPoint) return translate('point.put');
  return translate(formerPoint.file === nextPoint.file ? 'point.moved' : 'point.other');
}
