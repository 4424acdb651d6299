import '#i18n/chats-texts.ts';
import '#i18n/complaints-texts.ts';
import { lazy, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router';
import { useBuildings, useCheckedBuildings } from '#console/data/buildings/buildings.ts';
import { type ChatLink, useChatTally } from '#console/data/chat/tally.ts';
import { onSessionChange, session } from '#console/data/session/session.ts';
import { viewedAs } from '#console/data/session/view-as.ts';
import { useDocumentTitle } from '#console/shell/document-title.ts';
import { useOpenedSteps } from '#console/shell/opened-steps.ts';
import { Page } from '#console/shell/page.tsx';
import { useWidth } from '#console/shell/width.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { TabBar, tabId } from '#console/ui/navigation/tab-bar.tsx';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import classes from './chats-page.module.css';
import { useUnreadComplaints } from './complaints/complaints.ts';
import { ContactList } from './contact-list.tsx';
import { type ChatTab, type Reach, TABS, tagsInReach } from './places.ts';
import { useChatClient, usePeople } from './use-chat.ts';
import { useWaiting } from './waiting.ts';

/** Time a first connection may take without a word, ms. */
const PATIENCE = 2_000;

/** The state of the connection to the chat while it is not open (CHAT-10, CHAT-11). */
function LinkStrip({ link, onRetry }: { link: ChatLink; onRetry: () => void }) {
  const translate = useTranslate();
  const [late, setLate] = useState(false);
  const silent = link === 'open' || link === 'off';
  useEffect(() => {
    setLate(false);
    if (link !== 'connecting') return;
    const timer = setTimeout(() => setLate(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [link]);
  if (silent || (link === 'connecting' && !late)) return null;
  return (
    <div className={classes.strip} role="status">
      <span>{translate(`chats.link.${link}`)}</span>
      {link === 'waiting' ? (
        <ActionButton size="sm" onClick={onRetry}>
          {translate('chats.link.retry')}
        </ActionButton>
      ) : null}
    </div>
  );
}

/** Id of the panel that the tabs switch. */
const PANEL = 'chat-panel';

/** «Все», «Резиденты», «Компания», «Жалобы» (CHAT-01, CHAT-02). */
export function ChatTabs({ chosen: currentTab, onChosen }: { chosen: ChatTab; onChosen: (tab: ChatTab) => void }) {
  const translate = useTranslate();
  const complaints = useUnreadComplaints();
  const count = (
    <span className={classes.count}>
      <span className="sr-only">{translate('complaints.unread', { smart_count: complaints })}</span>
      <span aria-hidden>{complaints}</span>
    </span>
  );
  const tabs = TABS.map((value) => ({
    value,
    label: (
      <>
        {translate(`chats.tabs.${value}`)}
        {value === 'complaint' && complaints > 0 ? count : null}
      </>
    ),
  }));
  return (
    <TabBar label={translate('chats.tabsLabel')} tabs={tabs} current={currentTab} panel={PANEL} onChoose={onChosen} />
  );
}

const Pane = lazy(() => import('./pane.tsx'));
const Complaints = lazy(() => import('./complaints/complaints-tab.tsx'));

/** Parts of the address: `chat_id` of the open chat (CHAT-28) and the `message` it is opened for, `complaints` or `tab`, `waiting`. */
function useAddress() {
  const [params, setParams] = useSearchParams();
  const namedTab = TABS.find((tab) => tab === params.get('tab')) ?? 'all';
  const tab: ChatTab = params.get('complaints') === 'true' ? 'complaint' : namedTab;
  const chatName = params.get('chat_id') || null;
  const { onward, back } = useOpenedSteps(chatName !== null);
  return {
    tab,
    chosen: chatName,
    message: Number(params.get('message')) || null,
    /** Only the chats that wait for an answer, where the shift page has led here. */
    isWaiting: params.get('waiting') === 'true',
    showAll: () =>
      setParams(
        (query) => {
          query.delete('waiting');
          return query;
        },
        { replace: true },
      ),
    choose: (name: string) =>
      setParams((query) => {
        query.set('chat_id', name);
        query.delete('message');
        query.delete('group');
        query.delete('find');
        return query;
      }, onward),
    /** Shows the list without a chat. */
    close: () => {
      if (back()) return;
      setParams(
        (query) => {
          query.delete('chat_id');
          query.delete('message');
          query.delete('group');
          query.delete('find');
          return query;
        },
        { replace: true },
      );
    },
    turn: (next: ChatTab) =>
      setParams(
        (query) => {
          query.delete('complaints');
          query.delete('tab');
          if (next === 'complaint') query.set('complaints', 'true');
          else if (next !== 'all') query.set('tab', next);
          return query;
        },
        { replace: true },
      ),
  };
}

/** Where one's contacts may be: the checked buildings and the own company. */
function useReach(): { reach: Reach; byId: ReturnType<typeof useBuildings>['byId']; known: boolean } {
  const { byId, isPending } = useBuildings();
  const [checked] = useCheckedBuildings();
  const company = useSyncExternalStore(onSessionChange, session.companyId.get);
  const reach = useMemo(
    () => ({ buildings: checked.flatMap((id) => byId.get(id) ?? []), company: company ? Number(company) : null }),
    [checked, byId, company],
  );
  return { reach, byId, known: !isPending };
}

/** `/chats`: contacts, the open chat, complaints. On a phone one after the other. */
export function ChatsPage() {
  const translate = useTranslate();
  const phone = useWidth() === 'mobile';
  const viewing = viewedAs() !== null;
  const { tab, chosen: chatName, message, isWaiting, showAll, choose, close, turn } = useAddress();
  const client = useChatClient(!viewing);
  const { people, typists, ready } = usePeople(client);
  const { reach, byId, known: isReachKnown } = useReach();
  const { link } = useChatTally();
  const waiting = useWaiting(isWaiting && !viewing, reach, people);
  useDocumentTitle(translate('chats.title'));
  useEffect(() => {
    if (client && isReachKnown) client.contacts.find(tagsInReach(reach));
  }, [client, isReachKnown, reach]);

  if (viewing) {
    return (
      <Page title={translate('chats.title')} selector="none">
        <EmptyState title={translate('chats.link.viewing')} />
      </Page>
    );
  }
  const pane =
    client && chatName ? (
      <Suspense>
        <Pane
          key={chatName}
          client={client}
          name={chatName}
          message={message}
          person={people.find(({ name }) => name === chatName) ?? null}
          typing={typists.has(chatName)}
          byId={byId}
          onGone={close}
          {...(phone ? { onBack: close } : {})}
        />
      </Suspense>
    ) : null;
  if (phone && pane && tab !== 'complaint') {
    return (
      <div className={classes.whole} data-page="form">
        {pane}
      </div>
    );
  }
  return (
    <Page title={translate('chats.title')}>
      <ChatTabs chosen={tab} onChosen={turn} />
      <div className={classes.panel} id={PANEL} role="tabpanel" aria-labelledby={tabId(PANEL, tab)}>
        {tab === 'complaint' ? (
          <Suspense>
            <Complaints />
          </Suspense>
        ) : (
          <>
            <LinkStrip link={link} onRetry={() => client?.retry()} />
            <div className={classes.layout}>
              <ContactList
                client={client}
                people={people}
                typists={typists}
                ready={ready}
                tab={tab}
                reach={reach}
                byId={byId}
                chosenName={chatName}
                onChosen={choose}
                waiting={waiting}
                onEverybody={showAll}
              />
              {phone ? null : (
                <div className={classes.place}>
                  {pane ?? (
                    <EmptyState title={translate('chats.empty.pick')} line={translate('chats.empty.pickLine')} />
                  )}
                </div>
              )}
            </div>
          </>
        )}
      </div>
    </Page>
  );
}
