import BlockOutlined from '@mui/icons-material/BlockOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import LockOpenOutlined from '@mui/icons-material/LockOpenOutlined';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useContext } from 'react';
import { type DeleteResult, type RaRecord, useDataProvider, useNotify, useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router';
import { RequestError } from '#console/data/http/request-error.ts';
import { type Deleted, isSuspended, restoreRecord, suspendRecord } from '#console/data/providers/record-calls.ts';
import { refusalText, useRefusal } from '#console/data/session/access.ts';
import { canRestore } from '#console/data/session/features.ts';
import type { ToastOptions } from '#console/data/undo.ts';
import { focusHeadingInstead } from '#console/ui/dialogs/focus-fallback.ts';
import { HoldToDelete } from '#console/ui/dialogs/hold-to-delete.tsx';
import { type MenuChildProps, RowMenuItem, RowMenuList } from '#console/ui/row-menu/row-menu.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import { capitalise } from '#resources/language/words.ts';
import { removeFromLists } from './cached-lists.ts';
import { linkedDetails, useLinkedDeletion, useLinkedReload } from './linked-deletion.tsx';
import { MoveItem } from './moves/move-items.tsx';
import { useRecordMoves } from './moves/offered.ts';
import { RecordMenuExtra } from './record-menu-extra.ts';
import { recordTitle, useResource } from './resource-context.tsx';

/**
 * Deletes a record and refetches the lists (CAM-04); offers undo where the definition allows it. If the record was already
 * deleted, only says so, without undo. Rejects when the server refuses.
 * @returns the message shown when there is no undo toast, for the menu item to announce
 */
function useDeleteRecord(): (id: string | number) => Promise<string | undefined> {
  const resource = useResource();
  const { name, words } = resource;
  const translate = useTranslate();
  const notify = useNotify();
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const [params, setParams] = useSearchParams();
  const reloadLinked = useLinkedReload();
  const reload = () => {
    reloadLinked(queryClient, resource);
    return queryClient.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === name && queryKey[1] !== 'getOne',
    });
  };
  return async (id) => {
    const { isGone }: DeleteResult & Partial<Deleted> = await dataProvider.delete(name, { id });
    if (params.get('id') === String(id)) {
      setParams((nextParams) => {
        nextParams.delete('id');
        return nextParams;
      });
    }
    queryClient.removeQueries({ queryKey: [name, 'getOne', { id: String(id) }] });
    removeFromLists(queryClient, name, id);
    const message = (outcome: 'deleted' | 'gone') =>
      translate(`engine.menu.${outcome}.${words.gender}`, { one: capitalise(words.one) });
    const isFinal = isGone || !canRestore(resource);
    if (isFinal) notify(message(isGone ? 'gone' : 'deleted'));
    else {
      notify(message('deleted'), {
        undo: async () => {
          focusHeadingInstead(document.activeElement);
          await restoreRecord(resource, id);
          await reload();
        },
      } satisfies ToastOptions);
    }
    // Not awaited: the record has already left the visible lists.
    void reload();
    return isFinal ? message(isGone ? 'gone' : 'deleted') : undefined;
  };
}

/** Suspends a record or lifts the suspension and refetches lists and card (EMP-14, EMP-16). An alert shows refusals. */
function useSuspend(): (record: RaRecord) => Promise<void> {
  const resource = useResource();
  const queryClient = useQueryClient();
  const notify = useNotify();
  return async (record) => {
    const shouldSuspend = !isSuspended(record);
    try {
      await suspendRecord(resource, record.id, shouldSuspend);
      notify(shouldSuspend ? 'engine.menu.suspended' : 'engine.menu.unsuspended', {
        messageArgs: { name: recordTitle(resource, record, capitalise(resource.words.one)) },
      });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
    }
    await queryClient.invalidateQueries({ queryKey: [resource.name] });
  };
}

interface ItemProps extends MenuChildProps {
  record: RaRecord;
}

/** Hooks of an item run when the menu is opened, not for each of a thousand rows. */
function DeleteItem({ record, ...menu }: ItemProps) {
  const { section, words, record: rules } = useResource();
  const translate = useTranslate();
  const remove = useDeleteRecord();
  const refusal = useRefusal(section, 'delete', rules, record);
  const linked = useLinkedDeletion([record.id], refusal === null);
  const reason = linked?.effects?.refused[0]?.reason;
  return (
    <HoldToDelete
      {...menu}
      what={words.accusative}
      onDelete={() => remove(record.id)}
      refusal={refusal ? refusalText(refusal, translate) : reason === undefined ? null : { title: reason }}
      details={linkedDetails(linked)}
    />
  );
}

/** Why a record cannot be changed; needed by items of a menu that opens because of its moves. */
function useChangeRefusal(record: RaRecord) {
  const { section, record: rules } = useResource();
  const translate = useTranslate();
  const refusal = useRefusal(section, 'change', rules, record);
  return refusal ? refusalText(refusal, translate) : null;
}

function SuspendItem({ record, ...menu }: ItemProps) {
  const translate = useTranslate();
  const suspend = useSuspend();
  const isBlocked = isSuspended(record);
  return (
    <RowMenuItem
      {...menu}
      icon={isBlocked ? <LockOpenOutlined aria-hidden /> : <BlockOutlined aria-hidden />}
      onClick={() => void suspend(record)}
    >
      {translate(isBlocked ? 'engine.menu.unsuspend' : 'engine.menu.suspend')}
    </RowMenuItem>
  );
}

function EditItem({ record, ...menu }: ItemProps) {
  const { routes } = useResource();
  const translate = useTranslate();
  return (
    <RowMenuItem
      {...menu}
      refusal={useChangeRefusal(record)}
      icon={<EditOutlined aria-hidden />}
      to={`${routes.edit}?id=${encodeURIComponent(String(record.id))}`}
    >
      {translate('engine.menu.edit')}
    </RowMenuItem>
  );
}

const ITEMS = { edit: EditItem, suspend: SuspendItem, 'hold-delete': DeleteItem } as const satisfies Record<
  Resource['list']['menu'][number],
  ComponentType<ItemProps>
>;

/** The menu of a record; loaded when the pointer or focus comes near the button. */
export default function RecordMenuItems({
  record,
  ...menu
}: {
  record: RaRecord;
  label: string;
  anchor: HTMLElement;
  close: () => void;
}) {
  const resource = useResource();
  const { list } = resource;
  const moves = useRecordMoves(resource, record);
  const Extra = useContext(RecordMenuExtra);
  return (
    <RowMenuList {...menu}>
      {moves.map((offer) => (
        <MoveItem key={offer.move.name} record={record} offer={offer} />
      ))}
      {Extra ? <Extra record={record} /> : null}
      {list.menu.map((action) => {
        const Item = ITEMS[action];
        return <Item key={action} record={record} />;
      })}
    </RowMenuList>
  );
}
