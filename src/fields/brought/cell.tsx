import { useTranslate } from 'react-admin';

/** What was brought along means nothing by itself. */
export default function BroughtCell() {
  return useTranslate()('engine.list.nothing');
}
