import { useTranslate } from 'react-admin';
import { useUnreadComplaints } from '#console/data/complaints.ts';
import classes from './chats-page.module.css';
import { type ChatTab, TABS } from './places.ts';

/** Ids that tie a tab to what it shows. */
export const tabId = (tab: ChatTab) => `chat-tab-${tab}`;
export const PANEL_ID = 'chat-panel';

/** «Все», «Резиденты», «Компания», «Жалобы» (CHAT-01, CHAT-02). Arrow keys lead from one to the next. */
export function ChatTabs({ chosen, onChosen }: { chosen: ChatTab; onChosen: (tab: ChatTab) => void }) {
  const translate = useTranslate();
  const complaints = useUnreadComplaints();
  const step = (by: number) => {
    const next = TABS[(TABS.indexOf(chosen) + by + TABS.length) % TABS.length];
    if (!next) return;
    onChosen(next);
    document.getElementById(tabId(next))?.focus();
  };
  return (
    <div className={classes.tabs} role="tablist" aria-label={translate('chats.tabsLabel')}>
      {TABS.map((tab) => (
        <button
          key={tab}
          id={tabId(tab)}
          type="button"
          role="tab"
          className={classes.tab}
          aria-selected={tab === chosen}
          aria-controls={PANEL_ID}
          tabIndex={tab === chosen ? 0 : -1}
          onClick={() => onChosen(tab)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowRight') step(1);
            if (event.key === 'ArrowLeft') step(-1);
          }}
        >
          {translate(`chats.tabs.${tab}`)}
          {tab === 'complaint' && complaints > 0 ? (
            <span className={classes.count}>
              <span className="sr-only">{translate('complaints.unread', { smart_count: complaints })}</span>
              <span aria-hidden>{complaints}</span>
            </span>
          ) : null}
        </button>
      ))}
    </div>
  );
}
