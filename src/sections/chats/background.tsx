import { useEffect } from 'react';
import { openChat } from '#console/data/chat/open.ts';
import { chatTally, onChatTally, withNumber, withoutNumber } from '#console/data/chat/tally.ts';
import { unreadNotices } from '#console/data/live/notice-centre.ts';
import { playSound } from '#console/ui/states/sound.ts';
import { useUnreadComplaints } from './complaints/complaints.ts';

/** Work of the chat outside its pages: counts, and while the window is hidden a sound and a number in its title (CHAT-25). */
export default function ChatBackground() {
  // Kept open beside the pages: the menu counts complaints too.
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
      // Without it the console works all the same; its page says so itself.
      (error: unknown) => console.info('chat: not loaded', error),
    );
    const title = () => {
      // A chat message is among the notifications too: the greater number says both.
      const waiting = Math.max(document.hidden ? chatTally().unread : 0, unreadNotices.now());
      document.title = waiting > 0 ? withNumber(document.title, waiting) : withoutNumber(document.title);
    };
    const unfollow = onChatTally(title);
    document.addEventListener('visibilitychange', title);
    return () => {
      isUnmounted = true;
      stop();
      unfollow();
      document.removeEventListener('visibilitychange', title);
    };
  }, []);
  return null;
}
