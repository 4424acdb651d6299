import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined';
import type { QueryKey } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useLoadedAt } from '#console/data/offline/loaded-at.ts';
import { PageNote } from '#console/shell/page-notes.tsx';
import { useWhen } from '#console/ui/states/when.ts';

/**
 * Marks what is shown without a network as what was loaded before, and when that was; to be drawn with it.
 * @param of its key in the query cache
 * @param isBeginning that is how all its keys begin: it comes of several queries, or of one that react-admin names
 */
export function LastSeenNote({ of, isBeginning = false }: { of: QueryKey; isBeginning?: boolean }) {
  const translate = useTranslate();
  const at = useLoadedAt(of, isBeginning);
  const when = useWhen();
  if (at === null) return null;
  return <PageNote icon={CloudOffOutlined} text={translate('engine.list.lastSeen', { when: when(at) })} />;
}
