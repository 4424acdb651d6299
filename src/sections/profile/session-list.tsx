import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import { request } from '#console/data/http/http.ts';
import { useOnline } from '#console/data/http/online.ts';
import { useFeatures } from '#console/data/session/features.ts';
import { viewedAs } from '#console/data/session/view-as.ts';
import { useAction } from '#console/data/use-action.ts';
import { PartLoadingOrFailed } from '#console/engine/list/states.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { hasAddition } from '#resources/language/features.ts';
import { type OwnSession, SESSIONS_PATH, sessionsAnswer } from '#resources/protocol/access/sessions.ts';
import classes from './session-list.module.css';

/** Browser names by a token of `User-Agent`; order matters, because e.g. the agent of Edge also contains the token of Chrome. */
const BROWSERS = [
  [/\bYaBrowser\//, 'Яндекс Браузер'],
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chromium|HeadlessChrome)\//, 'Chromium'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

const SYSTEMS = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

const findName = (agent: string, names: readonly (readonly [RegExp, string])[]) =>
  names.find(([token]) => token.test(agent))?.[1];

/** «Chrome, Windows» for a `User-Agent`; empty if neither is known. */
export function browserAndSystem(agent: string | null): string {
  const knownNames = [findName(agent ?? '', BROWSERS), findName(agent ?? '', SYSTEMS)];
  return knownNames.filter(Boolean).join(', ');
}

const SESSIONS_KEY = ['own-sessions'];
const DATE_TIME = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' });
const formatDateTime = (iso: string) => DATE_TIME.format(new Date(iso));

/** The reader's own sessions, all but the current can be ended; only if the server has the list (G-69). */
export function SessionList() {
  const isShown = hasAddition(useFeatures(), 'sessions') && viewedAs() === null;
  return isShown ? <Sessions /> : null;
}

function Sessions() {
  const translate = useTranslate();
  const { data, error, refetch } = useQuery({
    queryKey: SESSIONS_KEY,
    queryFn: async ({ signal }) => sessionsAnswer.parse(await request(SESSIONS_PATH, { signal })).results,
    staleTime: 0,
    retry: false,
  });
  const online = useOnline();
  if (data ? data.length === 0 : online && !error) return null;
  return (
    <section className={classes.card} aria-labelledby="own-sessions">
      <h2 id="own-sessions" className={classes.title}>
        {translate('profile.sessions.title')}
      </h2>
      {data ? (
        <ul>
          {data.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      ) : (
        <PartLoadingOrFailed error={error} onRetry={() => void refetch()} />
      )}
    </section>
  );
}

function SessionRow({ session }: { session: OwnSession }) {
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [busy, run] = useAction();
  const name = browserAndSystem(session.agent) || translate('profile.sessions.unknown');
  const lastSeen = translate('profile.sessions.seen', {
    when: formatDateTime(session.last_seen_at ?? session.created_at),
  });
  const startedAt = translate('profile.sessions.began', { when: formatDateTime(session.created_at) });

  const endSession = () =>
    run(async (signal) => {
      await request(`${SESSIONS_PATH}${session.id}/`, { method: 'DELETE', signal });
      notify('profile.sessions.ended');
      await queryClient.invalidateQueries({ queryKey: SESSIONS_KEY });
    });
  return (
    <li className={classes.row}>
      <div className={classes.about}>
        <b>{name}</b>
        <small>{[startedAt, lastSeen, session.address].filter(Boolean).join(' · ')}</small>
      </div>
      {session.current ? (
        <span className={classes.current}>{translate('profile.sessions.current')}</span>
      ) : (
        <ActionButton
          size="sm"
          variant="ghost"
          busy={busy}
          name={translate('profile.sessions.endOf', { name })}
          onClick={endSession}
        >
          {translate('profile.sessions.end')}
        </ActionButton>
      )}
    </li>
  );
}
