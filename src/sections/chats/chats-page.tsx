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
import { useOpenedHistory } from '#console/shell/opened-history.ts';
import { Page } from '#console/shell/page.tsx';
import { useWidth } from '#console/shell/width.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { TabBar, tabId } from '#console/ui/navigation/tab-bar.tsx';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import classes from './chats-page.module.css';
import { useUnreadComplaints } from './complaints/complaints.ts';
import { ContactList } from './contact-list.tsx';
import { type ChatTab, type ContactScope, contactScopeTags, TABS } from './contact-scope.ts';
import { useChatClient, usePeople } from './use-chat.ts';
import { useWaiting } from './waiting-chats.ts';

/** Delay before the connecting state is shown, ms. */
const CONNECTING_DELAY_MS = 2_000;

/** Status bar shown while the chat connection is not open (CHAT-10, CHAT-11). */
function ConnectionStatus({ link, onRetry }: { link: ChatLink; onRetry: () => void }) {
  const translate = useTranslate();
  const [isLate, setIsLate] = useState(false);
  const isHidden = link === 'open' || link === 'off';
  useEffect(() => {
    setIsLate(false);
    if (link !== 'connecting') return;
    const timer = setTimeout(() => setIsLate(true), CONNECTING_DELAY_MS);
    return () => clearTimeout(timer);
  }, [link]);
  if (isHidden || (link === 'connecting' && !isLate)) return null;
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
const PANEL_ID = 'chat-panel';

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
    <TabBar
      label={translate('chats.tabsLabel')}
      tabs={tabs}
      current={currentTab}
      panel={PANEL_ID}
      onChoose={onChosen}
    />
  );
}

const Pane = lazy(() => import('./pane.tsx'));
const Complaints = lazy(() => import('./complaints/complaints-tab.tsx'));

/** State in the query string: `chat_id` of the open chat (CHAT-28), `message` to scroll to, `complaints` or `tab`, `waiting`. */
function useChatParams() {
  const [params, setParams] = useSearchParams();
  const namedTab = TABS.find((tab) => tab === params.get('tab')) ?? 'all';
  const tab: ChatTab = params.get('complaints') === 'true' ? 'complaint' : namedTab;
  const chatName = params.get('chat_id') || null;
  const { onward, back } = useOpenedHistory(chatName !== null);
  return {
    tab,
    chosen: chatName,
    message: Number(params.get('message')) || null,
    /** Shows only chats that wait for an answer; set by links of the shift page. */
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
    /** Closes the open chat. */
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
    changeTab: (next: ChatTab) =>
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

/** Scope of the contact list: the checked buildings and the user's company. */
function useContactScope(): { scope: ContactScope; byId: ReturnType<typeof useBuildings>['byId']; isLoaded: boolean } {
  const { byId, isPending } = useBuildings();
  const [checked] = useCheckedBuildings();
  const company = useSyncExternalStore(onSessionChange, session.companyId.get);
  const scope = useMemo(
    () => ({ buildings: checked.flatMap((id) => byId.get(id) ?? []), company: company ? Number(company) : null }),
    [checked, byId, company],
  );
  return { scope, byId, isLoaded: !isPending };
}

/** `/chats`: contact list, open chat and complaints; a phone shows either the list or the chat. */
export function ChatsPage() {
  const translate = useTranslate();
  const isPhone = useWidth() === 'mobile';
  const isViewingAs = viewedAs() !== null;
  const { tab, chosen: chatName, message, isWaiting, showAll, choose, close, changeTab } = useChatParams();
  const client = useChatClient(!isViewingAs);
  const { people, typists, ready } = usePeople(client);
  const { scope, byId, isLoaded: isReachKnown } = useContactScope();
  const { link } = useChatTally();
  const waiting = useWaiting(isWaiting && !isViewingAs, scope, people);
  useDocumentTitle(translate('chats.title'));
  useEffect(() => {
    if (client && isReachKnown) client.contacts.find(contactScopeTags(scope));
  }, [client, isReachKnown, scope]);

  if (isViewingAs) {
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
          {...(isPhone ? { onBack: close } : {})}
        />
      </Suspense>
    ) : null;
  if (isPhone && pane && tab !== 'complaint') {
    return (
      <div className={classes.whole} data-page="form">
        {pane}
      </div>
    );
  }
  return (
    <Page title={translate('chats.title')}>
      <ChatTabs chosen={tab} onChosen={changeTab} />
      <div className={classes.panel} id={PANEL_ID} role="tabpanel" aria-labelledby={tabId(PANEL_ID, tab)}>
        {tab === 'complaint' ? (
          <Suspense>
            <Complaints />
          </Suspense>
        ) : (
          <>
            <ConnectionStatus link={link} onRetry={() => client?.retry()} />
            <div className={classes.layout}>
              <ContactList
                client={client}
                people={people}
                typists={typists}
                ready={ready}
                tab={tab}
                scope={scope}
                byId={byId}
                chosenName={chatName}
                onChosen={choose}
                waiting={waiting}
                onShowAll={showAll}
              />
              {isPhone ? null : (
                <div className={classes.place}>
                  {pane ?? (
                    <EmptyState title={translate('chats.empty.pick')} description={translate('chats.empty.pickLine')} />
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
