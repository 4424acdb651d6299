import DeleteOutlined from '@mui/icons-material/DeleteOutline';
import EditOutlined from '@mui/icons-material/EditOutlined';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import {
  type Identifier,
  type RaRecord,
  useDataProvider,
  useListContext,
  useNotify,
  useTranslate,
  useUnselectAll,
} from 'react-admin';
import { useSearchParams } from 'react-router';
import { bulkMessage, doInBulk } from '#console/data/bulk.ts';
import { noteExport } from '#console/data/export/save-file.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { refusalText, useRefusal } from '#console/data/session/access.ts';
import { canRestore } from '#console/data/session/features.ts';
import type { ToastOptions } from '#console/data/undo.ts';
import { useAction } from '#console/data/use-action.ts';
import { focusHeadingInstead } from '#console/ui/dialogs/focus-fallback.ts';
import { bulkFields } from '#resources/language/bulk-fields.ts';
import { BULK, MS } from '#resources/limits.ts';
import { recordsExportPath } from '#resources/protocol/exports.ts';
import { removeFromLists } from '../../cached-lists.ts';
import { linkedDetails, useLinkedDeletion, useLinkedReload } from '../../linked-deletion.tsx';
import { useResource } from '../../resource-context.tsx';
import { saveRecords } from '../export/save-records.ts';
import { type BarAction, SelectionBar } from './selection-bar.tsx';

const ConfirmDialog = lazy(() => import('#console/ui/dialogs/confirm-dialog.tsx'));
const ChangeDialog = lazy(() => import('./change-dialog.tsx'));

/** Records that are asked for at once: their ids stand in the address. */
const BATCH = 500;

/** Reports a bulk action and fetches the lists anew. */
function useDone() {
  const resource = useResource();
  const { name } = resource;
  const queryClient = useQueryClient();
  const reloadLinked = useLinkedReload();
  return () => {
    reloadLinked(queryClient, resource);
    return queryClient.invalidateQueries({ predicate: ({ queryKey: [first] }) => first === name });
  };
}

/** Deletes records, and offers to take that back. */
function useDeleteMany(): (ids: readonly Identifier[]) => Promise<void> {
  const resource = useResource();
  const { name, words, api } = resource;
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const anew = useDone();
  const [params, setParams] = useSearchParams();
  const path = `${api.path}/bulk/`;
  return async (ids) => {
    const answer = await doInBulk(path, { do: 'delete' }, ids);
    const { done: deletedIds } = answer;
    for (const id of deletedIds) removeFromLists(queryClient, name, id);
    if (deletedIds.some((id) => params.get('id') === String(id))) {
      setParams((nextParams) => {
        nextParams.delete('id');
        return nextParams;
      });
    }
    const message = translate('tables.chosen.deleted', { many: words.many, count: deletedIds.length });
    const undo = async () => {
      focusHeadingInstead(document.activeElement);
      // The last ids go in the first call: those that were deleted first are kept for the shortest time.
      const restored = await doInBulk(path, { do: 'restore' }, deletedIds.toReversed());
      const back = translate('tables.chosen.restored', { many: words.many, count: restored.done.length });
      if (restored.refused.length) notify(bulkMessage(restored, back, translate));
      await anew();
    };
    const undoTime = MS.undo - answer.firstAgo;
    const isRestorable = deletedIds.length > 0 && undoTime > 0 && canRestore(resource);
    const takenBack = isRestorable ? ({ undo, undoTime } satisfies ToastOptions) : {};
    notify(bulkMessage(answer, message, translate), takenBack);
    void anew();
  };
}

/** Saves the chosen records as a file. */
function useSaveChosen(ids: readonly Identifier[]) {
  const resource = useResource();
  const dataProvider = useDataProvider();
  const translate = useTranslate();
  const notify = useNotify();
  return async (signal: AbortSignal) => {
    await noteExport(recordsExportPath(resource.name), signal);
    const records: RaRecord[] = [];
    for (let from = 0; from < ids.length; from += BATCH) {
      const some = ids.slice(from, from + BATCH);
      records.push(...(await dataProvider.getMany<RaRecord>(resource.name, { ids: some, signal })).data);
    }
    await saveRecords(resource, records, translate, signal);
    notify('tables.chosen.saved', { messageArgs: { count: records.length } });
  };
}

/** Asks before many records are deleted, and says what is deleted or emptied with them. */
function DeletionDialog({ ids, ...dialog }: { ids: readonly Identifier[] } & ComponentProps<typeof ConfirmDialog>) {
  return <ConfirmDialog {...dialog} details={linkedDetails(useLinkedDeletion(ids))} />;
}

/** Bulk actions on the chosen records, by the section's menu and the person's rights. Its own chunk. */
export default function RecordBar() {
  const resource = useResource();
  const { section, words, list } = resource;
  const translate = useTranslate();
  const { selectedIds } = useListContext();
  const clear = useUnselectAll(resource.name);
  const notify = useNotify();
  const anew = useDone();
  const deleteMany = useDeleteMany();
  const save = useSaveChosen(selectedIds);
  const [saving, run] = useAction();
  const [open, setOpen] = useState<'change' | 'delete' | null>(null);
  const [noChange, noDelete] = [useRefusal(section, 'change'), useRefusal(section, 'delete')];
  const count = selectedIds.length;
  const tooMany = count > BULK.chosen ? { title: translate('tables.chosen.tooMany', { max: BULK.chosen }) } : null;
  const refusalTitle = (why: typeof noChange) => (why ? refusalText(why, translate) : tooMany);
  const actions: BarAction[] = [
    {
      name: 'save',
      label: translate(saving ? 'engine.export.busy' : 'engine.export.save'),
      icon: <FileDownloadOutlined aria-hidden />,
      busy: saving,
      act: () => run(save),
    },
  ];
  if (list.menu.includes('hold-delete')) {
    actions.unshift({
      name: 'delete',
      label: translate('tables.chosen.delete'),
      icon: <DeleteOutlined aria-hidden />,
      refusal: refusalTitle(noDelete),
      act: () => setOpen('delete'),
    });
  }
  if (list.menu.includes('edit') && bulkFields(resource).length > 0) {
    actions.unshift({
      name: 'change',
      label: translate('tables.chosen.change'),
      icon: <EditOutlined aria-hidden />,
      refusal: refusalTitle(noChange),
      act: () => setOpen('change'),
    });
  }
  return (
    <>
      <SelectionBar count={count} actions={actions} onClear={clear} />
      {open === 'delete' ? (
        <Suspense>
          <DeletionDialog
            ids={selectedIds}
            question={translate('tables.chosen.deleteQuestion', { many: words.many, count })}
            yes={translate('tables.chosen.delete')}
            onNo={() => setOpen(null)}
            onYes={async () => {
              try {
                await deleteMany(selectedIds);
                clear();
              } catch (error) {
                // The alert has told of it.
                if (!(error instanceof RequestError)) throw error;
              }
            }}
          />
        </Suspense>
      ) : null}
      {open === 'change' ? (
        <Suspense>
          <ChangeDialog
            ids={selectedIds}
            onClose={() => setOpen(null)}
            onDone={(answer) => {
              const said = translate('tables.chosen.changed', { many: words.many, count: answer.done.length });
              notify(bulkMessage(answer, said, translate));
              setOpen(null);
              clear();
              void anew();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
