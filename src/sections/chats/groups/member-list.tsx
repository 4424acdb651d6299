import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import type { ChatClient } from '#console/data/chat/client.ts';
import type { GroupMember, GroupRights } from '#console/data/chat/groups.ts';
import { HoldToDelete } from '#console/ui/hold-to-delete.tsx';
import { RowMenu, RowMenuItem } from '#console/ui/row-menu.tsx';
import { Face } from '../contact-row.tsx';
import classes from './groups.module.css';
import type { useWork } from './use-work.ts';

type Work = Pick<ReturnType<typeof useWork>, 'run' | 'attempt'>;

/** Who is in a group, what each may there, and what can be done about it. */
export function MemberList({
  client,
  group,
  members,
  rights,
  work,
  onClose,
}: {
  client: ChatClient;
  /** The group's name on the wire. */
  group: string;
  members: readonly GroupMember[];
  rights: GroupRights;
  work: Work;
  onClose: () => void;
}) {
  const translate = useTranslate();
  return (
    <ul className={classes.people} aria-label={translate('chats.groups.members')}>
      {members.map((member) => {
        const name = member.title || translate('chats.nameless');
        return (
          <li key={member.user} className={classes.member}>
            <span className={classes.person}>
              <Face name={name} photo={member.photo && client.fileAddress(member.photo)} online={member.online} />
              <span>
                <b>{member.self ? translate('chats.groups.self', { name }) : name}</b>
                <small>{[roleOf(member, translate), member.position].filter(Boolean).join(' · ')}</small>
              </span>
            </span>
            {member.self ? null : <MemberMenu {...{ client, group, member, name, rights, work, onClose }} />}
          </li>
        );
      })}
    </ul>
  );
}

function roleOf(member: GroupMember, translate: (key: string) => string): string {
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
  work: { run, attempt },
  onClose,
}: {
  client: ChatClient;
  group: string;
  member: GroupMember;
  name: string;
  rights: GroupRights;
  work: Work;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { groups } = client;
  const refusal = member.owner
    ? { title: translate('chats.groups.refusals.owner') }
    : rights.manage
      ? null
      : { title: translate('chats.groups.refusals.manage') };
  const write = () => {
    onClose();
    navigate(`/chats?chat_id=${member.user}`);
  };
  return (
    <RowMenu label={translate('chats.groups.memberActions', { name })}>
      <RowMenuItem onClick={write}>{translate('chats.groups.write')}</RowMenuItem>
      <RowMenuItem
        refusal={refusal}
        onClick={() => run(() => groups.allow(group, member.user, member.manager ? 'usual' : 'manager'))}
      >
        {translate(member.manager ? 'chats.groups.unmanage' : 'chats.groups.manage')}
      </RowMenuItem>
      <RowMenuItem
        refusal={refusal}
        onClick={() => run(() => groups.allow(group, member.user, member.mayWrite ? 'mute' : 'usual'))}
      >
        {translate(member.mayWrite ? 'chats.groups.mute' : 'chats.groups.unmute')}
      </RowMenuItem>
      <HoldToDelete
        what={translate('chats.groups.dropWhat', { name })}
        refusal={refusal}
        onDelete={() => attempt(() => groups.drop(group, member.user))}
      />
    </RowMenu>
  );
}
