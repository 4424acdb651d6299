import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { request, unwrap } from '#console/data/http.ts';
import { useLevelWords } from '#console/fields/levels/labels.ts';
import { ActionButton } from '#console/ui/action-button.tsx';
import { formatPhone } from '#resources/language/kinds/phone-format.ts';
import type { EmployeeDeed, EmployeeHistory } from '#resources/protocol/employees.ts';
import classes from './employee-card.module.css';

const WHEN = new Intl.DateTimeFormat('ru', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** Who changed what of an employee, and when; the newest first. */
export function History({ user }: { user: number }) {
  const translate = useTranslate();
  const { data, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: ['employees', 'history', user],
    queryFn: async ({ pageParam, signal }) => {
      const tail = pageParam === null ? '' : `?before=${pageParam}`;
      return unwrap(await request(`/api/crm/employee/${user}/history/${tail}`, { signal })) as EmployeeHistory;
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ before }) => before,
    retry: false,
  });
  const deeds = data?.pages.flatMap(({ results }) => results) ?? [];
  return (
    <section className={classes.part}>
      <h3 className={classes.title}>{translate('employees.card.history')}</h3>
      {data && deeds.length === 0 ? <p className={classes.note}>{translate('employees.card.noHistory')}</p> : null}
      <ul className={classes.deeds}>
        {deeds.map((deed) => (
          <Deed key={deed.id} deed={deed} />
        ))}
      </ul>
      {hasNextPage ? (
        <ActionButton size="sm" variant="ghost" busy={isFetching} onClick={() => void fetchNextPage()}>
          {translate('employees.card.historyMore')}
        </ActionButton>
      ) : null}
    </section>
  );
}

function Deed({ deed }: { deed: EmployeeDeed }) {
  const translate = useTranslate();
  const words = useLevelWords();
  const shownValue = (field: string, value: string | null) => {
    if (value === null || value === '') return translate('employees.changes.empty');
    if (field.startsWith('sections.')) return words.level(field.slice('sections.'.length), value);
    if (field === 'phone') return formatPhone(value);
    return translate(`resources.employees.choices.${field}.${value}`, { _: value });
  };
  const placesOf = ({ houses: buildings = [], more = 0 }: EmployeeDeed['changes'][number]) => {
    if (buildings.length === 0) return '';
    const named = buildings.map(({ street, number, porches }) => {
      const numbers = translate('employees.card.porches', { numbers: porches.join(', ') });
      return `${street}, ${number} (${numbers})`;
    });
    const rest = more > 0 ? [translate('employees.card.more', { smart_count: more })] : [];
    return ` – ${[...named, ...rest].join('; ')}`;
  };
  const line = (change: EmployeeDeed['changes'][number]) => {
    const { field, before, after } = change;
    const section = field.startsWith('sections.') ? field.slice('sections.'.length) : null;
    const name = section ? words.section(section) : translate(`employees.changes.${field}`, { _: field });
    if (field === 'porches_added') return `${name}: ${after}${placesOf(change)}`;
    if (field === 'porches_removed') return `${name}: ${before}${placesOf(change)}`;
    return `${name}: ${shownValue(field, before)} → ${shownValue(field, after)}`;
  };
  return (
    <li>
      <p>
        <b>{deed.by?.name ?? translate('employees.nobody')}</b>{' '}
        {translate(`employees.deeds.${deed.action}`, { _: translate('employees.deeds.other') })}
      </p>
      {deed.changes.map((change) => (
        <p key={change.field} className={classes.change}>
          {line(change)}
        </p>
      ))}
      <small>
        <time dateTime={deed.at}>{WHEN.format(new Date(deed.at))}</time>
      </small>
    </li>
  );
}
