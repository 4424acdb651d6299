import { useEffect } from 'react';
import { openChat } from '#console/data/chat/open.ts';
import { chatTally, onChatTally, withoutUnreadCount, withUnreadCount } from '#console/data/chat/tally.ts';
import { unreadNotices } from '#console/data/live/notice-centre.ts';
import { playSound } from '#console/ui/states/sound.ts';
import { useUnreadComplaints } from './complaints/complaints.ts';

/** Chat work outside its page: unread counts, and a sound and a number in the title while the tab is hidden (CHAT-25). */
export default function ChatBackground() {
  // Keeps the complaints connection open, because the menu badge counts complaints too.
  useUnreadComplaints();
  useEffect(() => {
    let isUnmounted = false;
    let stop = (): void => undefined;
    openChat().then(
      (client) => {
        if (isUnmounted) return;
        stop = client.contacts.onArrival(() => {
          if (document.hidden) playSound();
        });
      },
      // The console works without the chat; the chat page shows this error itself.
      (error: unknown) => console.info('chat: not loaded', error),
    );
    const updateTitle = () => {
      // A chat message is also a notification, so the greater number covers both.
      const unreadCount = Math.max(document.hidden ? chatTally().unread : 0, unreadNotices.now());
      document.title =
        unreadCount > 0 ? withUnreadCount(document.title, unreadCount) : withoutUnreadCount(document.title);
    };
    const unfollow = onChatTally(updateTitle);
    document.addEventListener('visibilitychange', updateTitle);
    return () => {
      isUnmounted = true;
      stop();
      unfollow();
      document.removeEventListener('visibilitychange', updateTitle);
    };
  }, []);
  return null;
}
