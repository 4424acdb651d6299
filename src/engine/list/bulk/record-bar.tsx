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
import { applyInBulk, bulkMessage } from '#console/data/bulk.ts';
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

/** Records fetched per call; their ids are in the URL, whose length is limited. */
const IDS_PER_CALL = 500;

/** Returns a function that refetches the section and the lists linked to it after a bulk action. */
function useRefetchSection() {
  const resource = useResource();
  const { name } = resource;
  const queryClient = useQueryClient();
  const reloadLinked = useLinkedReload();
  return () => {
    reloadLinked(queryClient, resource);
    return queryClient.invalidateQueries({ predicate: ({ queryKey: [first] }) => first === name });
  };
}

/** Deletes records and offers undo. */
function useDeleteMany(): (ids: readonly Identifier[]) => Promise<void> {
  const resource = useResource();
  const { name, words, api } = resource;
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const refetchSection = useRefetchSection();
  const [params, setParams] = useSearchParams();
  const path = `${api.path}/bulk/`;
  return async (ids) => {
    const answer = await applyInBulk(path, { do: 'delete' }, ids);
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
      // In reverse order, because the records deleted first are kept for the shortest time.
      const restored = await applyInBulk(path, { do: 'restore' }, deletedIds.toReversed());
      const restoredMessage = translate('tables.chosen.restored', { many: words.many, count: restored.done.length });
      if (restored.refused.length) notify(bulkMessage(restored, restoredMessage, translate));
      await refetchSection();
    };
    const undoTime = MS.undo - answer.firstAgo;
    const isRestorable = deletedIds.length > 0 && undoTime > 0 && canRestore(resource);
    const toastOptions = isRestorable ? ({ undo, undoTime } satisfies ToastOptions) : {};
    notify(bulkMessage(answer, message, translate), toastOptions);
    void refetchSection();
  };
}

/** Saves the selected records as a file. */
function useSaveSelected(ids: readonly Identifier[]) {
  const resource = useResource();
  const dataProvider = useDataProvider();
  const translate = useTranslate();
  const notify = useNotify();
  return async (signal: AbortSignal) => {
    await noteExport(recordsExportPath(resource.name), signal);
    const records: RaRecord[] = [];
    for (let start = 0; start < ids.length; start += IDS_PER_CALL) {
      const batchIds = ids.slice(start, start + IDS_PER_CALL);
      records.push(...(await dataProvider.getMany<RaRecord>(resource.name, { ids: batchIds, signal })).data);
    }
    await saveRecords(resource, records, translate, signal);
    notify('tables.chosen.saved', { messageArgs: { count: records.length } });
  };
}

/** Asks before many records are deleted, and shows what is deleted or cleared with them. */
function DeletionDialog({ ids, ...dialog }: { ids: readonly Identifier[] } & ComponentProps<typeof ConfirmDialog>) {
  return <ConfirmDialog {...dialog} details={linkedDetails(useLinkedDeletion(ids))} />;
}

/** Bulk actions for the selected records, by the section's menu and the person's rights. Loaded lazily. */
export default function RecordBar() {
  const resource = useResource();
  const { section, words, list } = resource;
  const translate = useTranslate();
  const { selectedIds } = useListContext();
  const clear = useUnselectAll(resource.name);
  const notify = useNotify();
  const refetchSection = useRefetchSection();
  const deleteMany = useDeleteMany();
  const save = useSaveSelected(selectedIds);
  const [isSaving, runAction] = useAction();
  const [openDialog, setOpenDialog] = useState<'change' | 'delete' | null>(null);
  const [changeRefusal, deleteRefusal] = [useRefusal(section, 'change'), useRefusal(section, 'delete')];
  const count = selectedIds.length;
  const tooMany = count > BULK.selected ? { title: translate('tables.chosen.tooMany', { max: BULK.selected }) } : null;
  const refusalTitle = (refusal: typeof changeRefusal) => (refusal ? refusalText(refusal, translate) : tooMany);
  const actions: BarAction[] = [
    {
      name: 'save',
      label: translate(isSaving ? 'engine.export.busy' : 'engine.export.save'),
      icon: <FileDownloadOutlined aria-hidden />,
      busy: isSaving,
      act: () => runAction(save),
    },
  ];
  if (list.menu.includes('hold-delete')) {
    actions.unshift({
      name: 'delete',
      label: translate('tables.chosen.delete'),
      icon: <DeleteOutlined aria-hidden />,
      refusal: refusalTitle(deleteRefusal),
      act: () => setOpenDialog('delete'),
    });
  }
  if (list.menu.includes('edit') && bulkFields(resource).length > 0) {
    actions.unshift({
      name: 'change',
      label: translate('tables.chosen.change'),
      icon: <EditOutlined aria-hidden />,
      refusal: refusalTitle(changeRefusal),
      act: () => setOpenDialog('change'),
    });
  }
  return (
    <>
      <SelectionBar count={count} actions={actions} onClear={clear} />
      {openDialog === 'delete' ? (
        <Suspense>
          <DeletionDialog
            ids={selectedIds}
            question={translate('tables.chosen.deleteQuestion', { many: words.many, count })}
            yes={translate('tables.chosen.delete')}
            onNo={() => setOpenDialog(null)}
            onYes={async () => {
              try {
                await deleteMany(selectedIds);
                clear();
              } catch (error) {
                // An alert has reported it.
                if (!(error instanceof RequestError)) throw error;
              }
            }}
          />
        </Suspense>
      ) : null}
      {openDialog === 'change' ? (
        <Suspense>
          <ChangeDialog
            ids={selectedIds}
            onClose={() => setOpenDialog(null)}
            onDone={(answer) => {
              const message = translate('tables.chosen.changed', { many: words.many, count: answer.done.length });
              notify(bulkMessage(answer, message, translate));
              setOpenDialog(null);
              clear();
              void refetchSection();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
