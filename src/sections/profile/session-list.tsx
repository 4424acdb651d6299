import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import { request } from '#console/data/http/http.ts';
import { useOnline } from '#console/data/http/online.ts';
import { useFeatures } from '#console/data/session/features.ts';
import { viewedAs } from '#console/data/session/view-as.ts';
import { useAction } from '#console/data/use-action.ts';
import { UnloadedPart } from '#console/engine/list/states.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { has } from '#resources/language/features.ts';
import { type OwnSession, SESSIONS_PATH, sessionsAnswer } from '#resources/protocol/access/sessions.ts';
import classes from './session-list.module.css';

/** Browser names by a token of `User-Agent`; order matters: one whose agent also holds another's token comes first. */
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

const nameIn = (agent: string, names: readonly (readonly [RegExp, string])[]) =>
  names.find(([token]) => token.test(agent))?.[1];

/** «Chrome, Windows» of a `User-Agent`; empty where neither is known. */
export function browserAndSystem(agent: string | null): string {
  const known = [nameIn(agent ?? '', BROWSERS), nameIn(agent ?? '', SYSTEMS)];
  return known.filter(Boolean).join(', ');
}

const KEY = ['own-sessions'];
const MOMENT = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' });
const moment = (iso: string) => MOMENT.format(new Date(iso));

/** The person's own sessions; every one but the current can be ended. Only where the server has the list (G-69). */
export function SessionList() {
  const shown = has(useFeatures(), 'sessions') && viewedAs() === null;
  return shown ? <Sessions /> : null;
}

function Sessions() {
  const translate = useTranslate();
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
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
            <Row key={session.id} session={session} />
          ))}
        </ul>
      ) : (
        <UnloadedPart error={error} onRetry={() => void refetch()} />
      )}
    </section>
  );
}

function Row({ session }: { session: OwnSession }) {
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [busy, run] = useAction();
  const name = browserAndSystem(session.agent) || translate('profile.sessions.unknown');
  const when = translate('profile.sessions.seen', { when: moment(session.last_seen_at ?? session.created_at) });
  const began = translate('profile.sessions.began', { when: moment(session.created_at) });

  const end = () =>
    run(async (signal) => {
      await request(`${SESSIONS_PATH}${session.id}/`, { method: 'DELETE', signal });
      notify('profile.sessions.ended');
      await queryClient.invalidateQueries({ queryKey: KEY });
    });
  return (
    <li className={classes.row}>
      <div className={classes.about}>
        <b>{name}</b>
        <small>{[began, when, session.address].filter(Boolean).join(' · ')}</small>
      </div>
      {session.current ? (
        <span className={classes.current}>{translate('profile.sessions.current')}</span>
      ) : (
        <ActionButton
          size="sm"
          variant="ghost"
          busy={busy}
          name={translate('profile.sessions.endOf', { name })}
          onClick={end}
        >
          {translate('profile.sessions.end')}
        </ActionButton>
      )}
    </li>
  );
}
