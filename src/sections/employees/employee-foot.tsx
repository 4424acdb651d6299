import '#i18n/employee-card-texts.ts';
import ForumOutlined from '@mui/icons-material/ForumOutlined';
import { useSyncExternalStore } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import { refusalText, useRefusal } from '#console/data/session/access.ts';
import { onSessionChange, session } from '#console/data/session/session.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import type { Employee } from '#resources/protocol/people/employee-answers.ts';

/** «Написать сообщение»: link to the chat with the employee (EMP-10, EMP-11, PERM-15, PERM-16). */
export default function EmployeeFoot() {
  const translate = useTranslate();
  const employee = useRecordContext<Employee & { id: number }>();
  const user = useSyncExternalStore(onSessionChange, session.userId.get);
  const why = useRefusal('chats', 'change');
  if (!employee) return null;
  const isOwn = user !== null && String(employee.user) === user;
  const reason = isOwn ? 'employees.card.writeOwn' : employee.user_chat_id ? null : 'employees.card.noChat';
  return (
    <ActionButton
      grow
      icon={<ForumOutlined aria-hidden />}
      to={`/chats?chat_id=${encodeURIComponent(employee.user_chat_id ?? '')}`}
      refusal={why ? refusalText(why, translate) : reason ? { title: translate(reason) } : null}
    >
      {translate('employees.card.write')}
    </ActionButton>
  );
}
