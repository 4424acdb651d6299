import '#i18n/point-texts.ts';
import { useTranslate } from 'react-admin';
import { pointOf } from '#resources/language/kinds/point.ts';
import type { CellProps, ChangeProps } from '../field-props.ts';

/** Whether a point is set: there is no room for its plan. */
export default function PointCell({ value }: CellProps<'point'>) {
  const translate = useTranslate();
  return translate(pointOf(value) ? 'point.set' : 'engine.list.nothing');
}

/** Describes the change of a point. */
export function PointChange({ before, after }: ChangeProps<'point'>) {
  const translate = useTranslate();
  const [formerPoint, nextPoint] = [pointOf(before), pointOf(after)];
  if (!nextPoint) return translate('point.removed');
  if (!formerPoint) return translate('point.put');
  return translate(formerPoint.file === nextPoint.file ? 'point.moved' : 'point.other');
}
