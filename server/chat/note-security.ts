import type { SecurityEvent } from '#server/access/security-log.ts';
import type { Chat } from './chat.ts';
import type { Session } from './session.ts';

/** Records a refusal over a chat socket in the security log. */
export function recordChatRefusal(
  { security }: Pick<Chat, 'security'>,
  session: Session,
  event: Pick<SecurityEvent, 'action' | 'reason' | 'where'> & Partial<Pick<SecurityEvent, 'user' | 'phone'>>,
): void {
  const { address, id, self } = session;
  security.note({ user: self?.id ?? null, ...event, address, request: id });
}
