import GroupAddOutlined from '@mui/icons-material/GroupAddOutlined';
import ManageAccountsOutlined from '@mui/icons-material/ManageAccountsOutlined';
import { lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { ChatClient } from '#console/data/chat/client.ts';
import { useChatTally } from '#console/data/chat/tally.ts';
import { RowMenu, RowMenuItem } from '#console/ui/row-menu/row-menu.tsx';

const NewGroupDialog = lazy(() => import('./new-group-dialog.tsx'));
const AccountDialog = lazy(() => import('./account-dialog.tsx'));

/** Menu above the contacts: new group, own chat photo (CHAT-27). */
export function ListMenu({ client, onMade }: { client: ChatClient | null; onMade: (name: string) => void }) {
  const translate = useTranslate();
  const { link } = useChatTally();
  const [open, setOpen] = useState<'group' | 'account' | null>(null);
  const refusal = client && link === 'open' ? null : { title: translate('chats.groups.refusals.link') };
  const close = () => setOpen(null);
  return (
    <>
      <RowMenu label={translate('chats.groups.menu')}>
        <RowMenuItem icon={<GroupAddOutlined aria-hidden />} refusal={refusal} onClick={() => setOpen('group')}>
          {translate('chats.groups.create')}
        </RowMenuItem>
        <RowMenuItem icon={<ManageAccountsOutlined aria-hidden />} refusal={refusal} onClick={() => setOpen('account')}>
          {translate('chats.groups.account')}
        </RowMenuItem>
      </RowMenu>
      <Suspense>
        {client && open === 'group' ? <NewGroupDialog client={client} onMade={onMade} onClose={close} /> : null}
        {client && open === 'account' ? <AccountDialog client={client} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
