import BlockOutlined from '@mui/icons-material/BlockOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import LockOpenOutlined from '@mui/icons-material/LockOpenOutlined';
import { useQueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { type DeleteResult, type RaRecord, useDataProvider, useNotify, useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router';
import { refusalText, useRefusal } from '#console/data/access.ts';
import type { Deleted } from '#console/data/delete-once.ts';
import { RequestError } from '#console/data/request-error.ts';
import { restoreRecord } from '#console/data/restore.ts';
import { isSuspended, suspendRecord } from '#console/data/suspend.ts';
import type { ToastOptions } from '#console/data/undo.ts';
import { focusHeadingInstead } from '#console/ui/focus-fallback.ts';
import { HoldToDelete } from '#console/ui/hold-to-delete.tsx';
import { type MenuChildProps, RowMenuItem, RowMenuList } from '#console/ui/row-menu.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import { capitalise } from '#resources/language/words.ts';
import { removeFromLists } from './list/remove-from-lists.ts';
import { recordTitle, useResource } from './resource-context.tsx';

/**
 * Deletes a record and has the lists fetched again (CAM-04); where the definition says that a deletion can be taken
 * back, that is offered. Of one that was gone already that alone is said: there is nothing of one's own to take back.
 * Rejects when the server refuses.
 * @returns what was said instead of «Удалено»
 */
function useDeleteRecord(): (id: string | number) => Promise<string | undefined> {
  const resource = useResource();
  const { name, words, api } = resource;
  const translate = useTranslate();
  const notify = useNotify();
  const dataProvider = useDataProvider();
  const queries = useQueryClient();
  const [params, setParams] = useSearchParams();
  const reload = () =>
    queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === name && queryKey[1] !== 'getOne' });
  return async (id) => {
    const { gone }: DeleteResult & Partial<Deleted> = await dataProvider.delete(name, { id });
    if (params.get('id') === String(id)) {
      setParams((known) => {
        known.delete('id');
        return known;
      });
    }
    queries.removeQueries({ queryKey: [name, 'getOne', { id: String(id) }] });
    removeFromLists(queries, name, id);
    const saying = (what: 'deleted' | 'gone') =>
      translate(`engine.menu.${what}.${words.gender}`, { one: capitalise(words.one) });
    if (gone || !api.undo) notify(saying(gone ? 'gone' : 'deleted'));
    else {
      notify(saying('deleted'), {
        undo: async () => {
          focusHeadingInstead(document.activeElement);
          await restoreRecord(resource, id);
          await reload();
        },
      } satisfies ToastOptions);
    }
    // The record is gone from what is shown; that the rest is as the server has it need not be waited for.
    void reload();
    return gone || !api.undo ? saying(gone ? 'gone' : 'deleted') : undefined;
  };
}

/** Blocks a record or lets it in again, and has lists and card fetched anew (EMP-14, EMP-16). A refusal is told by the alert. */
function useSuspend(): (record: RaRecord) => Promise<void> {
  const resource = useResource();
  const queries = useQueryClient();
  const notify = useNotify();
  return async (record) => {
    const flag = !isSuspended(record);
    try {
      await suspendRecord(resource, record.id, flag);
      notify(flag ? 'engine.menu.suspended' : 'engine.menu.unsuspended', {
        messageArgs: { name: recordTitle(resource, record, capitalise(resource.words.one)) },
      });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
    }
    await queries.invalidateQueries({ queryKey: [resource.name] });
  };
}

interface ItemProps extends MenuChildProps {
  record: RaRecord;
}

/** What an item does is made ready when the menu is opened, not for each of a thousand rows. */
function DeleteItem({ record, ...menu }: ItemProps) {
  const { section, words, record: rules } = useResource();
  const translate = useTranslate();
  const remove = useDeleteRecord();
  const why = useRefusal(section, 'delete', rules, record);
  return (
    <HoldToDelete
      {...menu}
      what={words.accusative}
      onDelete={() => remove(record.id)}
      refusal={why ? refusalText(why, translate) : null}
    />
  );
}

function SuspendItem({ record, ...menu }: ItemProps) {
  const translate = useTranslate();
  const suspend = useSuspend();
  const blocked = isSuspended(record);
  return (
    <RowMenuItem
      {...menu}
      icon={blocked ? <LockOpenOutlined aria-hidden /> : <BlockOutlined aria-hidden />}
      onClick={() => void suspend(record)}
    >
      {translate(blocked ? 'engine.menu.unsuspend' : 'engine.menu.suspend')}
    </RowMenuItem>
  );
}

function EditItem({ record, ...menu }: ItemProps) {
  const { routes } = useResource();
  const translate = useTranslate();
  return (
    <RowMenuItem
      {...menu}
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

/** What stands behind the three dots of a record; fetched when somebody reaches for them. */
export default function RecordMenuItems({
  record,
  ...menu
}: {
  record: RaRecord;
  label: string;
  anchor: HTMLElement;
  close: () => void;
}) {
  const { list } = useResource();
  return (
    <RowMenuList {...menu}>
      {list.menu.map((action) => {
        const Item = ITEMS[action];
        return <Item key={action} record={record} />;
      })}
    </RowMenuList>
  );
}
