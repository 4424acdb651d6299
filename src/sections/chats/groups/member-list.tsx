import { useNotify, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import type { ChatClient } from '#console/data/chat/client.ts';
import type { GroupMember, GroupRights } from '#console/data/chat/groups.ts';
import { HoldToDelete } from '#console/ui/dialogs/hold-to-delete.tsx';
import { RowMenu, RowMenuItem } from '#console/ui/row-menu/row-menu.tsx';
import { ContactAvatar } from '../contact-row.tsx';
import classes from './groups.module.css';
import type { useChatAction } from './use-chat-action.ts';

type ChatAction = Pick<ReturnType<typeof useChatAction>, 'run' | 'runAsync'>;

/** Members of a group with their roles, each with a menu of actions. */
export function MemberList({
  client,
  group,
  members,
  rights,
  work,
}: {
  client: ChatClient;
  /** Topic of the group. */
  group: string;
  members: readonly GroupMember[];
  rights: GroupRights;
  work: ChatAction;
}) {
  const translate = useTranslate();
  return (
    <ul className={classes.people} aria-label={translate('chats.groups.members')}>
      {members.map((member) => {
        const name = member.title || translate('chats.nameless');
        return (
          <li key={member.user} className={classes.member}>
            <span className={classes.person}>
              <ContactAvatar
                name={name}
                photo={member.photo && client.fileAddress(member.photo)}
                online={member.online}
              />
              <span>
                <b>{member.self ? translate('chats.groups.self', { name }) : name}</b>
                <small>{[memberRole(member, translate), member.position].filter(Boolean).join(' · ')}</small>
              </span>
            </span>
            {member.self ? null : <MemberMenu {...{ client, group, member, name, rights, work }} />}
          </li>
        );
      })}
    </ul>
  );
}

function memberRole(member: GroupMember, translate: (key: string) => string): string {
  if (member.owner) return translate('chats.groups.roles.owner');
  if (member.manager) return translate('chats.groups.roles.manager');
  return member.mayWrite ? '' : translate('chats.groups.roles.reader');
}

function MemberMenu({
  client,
  group,
  member,
  name,
  rights,
  work: { run, runAsync },
}: {
  client: ChatClient;
  group: string;
  member: GroupMember;
  name: string;
  rights: GroupRights;
  work: ChatAction;
}) {
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const { groups } = client;
  const refusal = member.owner
    ? { title: translate('chats.groups.refusals.owner') }
    : rights.manage
      ? null
      : { title: translate('chats.groups.refusals.manage') };
  const notifyDone = (what: string) => notify(`chats.groups.said.${what}`, { messageArgs: { name } });
  const changeRights = (
    change: 'manage' | 'unmanage' | 'mute' | 'unmute',
    means: Parameters<typeof groups.setMemberRight>[2],
  ) =>
    run(
      () => groups.setMemberRight(group, member.user, means),
      () => notifyDone(change),
    );
  const role = member.manager ? 'unmanage' : 'manage';
  const voice = member.mayWrite ? 'mute' : 'unmute';
  const write = () => {
    // Closes the dialog too, because the new URL has no `group` parameter.
    navigate(`/chats?chat_id=${member.user}`);
  };
  return (
    <RowMenu label={translate('chats.groups.memberActions', { name })}>
      <RowMenuItem onClick={write}>{translate('chats.groups.write')}</RowMenuItem>
      <RowMenuItem refusal={refusal} onClick={() => changeRights(role, member.manager ? 'usual' : 'manager')}>
        {translate(`chats.groups.${role}`)}
      </RowMenuItem>
      <RowMenuItem refusal={refusal} onClick={() => changeRights(voice, member.mayWrite ? 'mute' : 'usual')}>
        {translate(`chats.groups.${voice}`)}
      </RowMenuItem>
      <HoldToDelete
        what={translate('chats.groups.dropWhat', { name })}
        refusal={refusal}
        onDelete={async () => {
          await runAsync(() => groups.removeMember(group, member.user));
          notifyDone('dropped');
        }}
      />
    </RowMenu>
  );
}
