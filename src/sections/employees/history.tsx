import { employeePath } from '#resources/protocol/paths/people.ts';
import '#i18n/employee-card-texts.ts';
import { useTranslate } from 'react-admin';
import { buildingLabel } from '#console/data/buildings/building-list.ts';
import { HistoryList } from '#console/engine/history-list.tsx';
import { useLevelLabels } from '#console/fields/level/labels.ts';
import { formatPhone } from '#resources/language/kinds/phone-format.ts';
import { decodeEmployeeHistory } from '#resources/protocol/journal/journal-answers.ts';
import type { EmployeeHistoryEntry } from '#resources/protocol/people/employees.ts';
import classes from './employee-card.module.css';

const DATE_FORMAT = new Intl.DateTimeFormat('ru', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

const TEXT_KEYS = {
  title: 'employees.card.history',
  none: 'employees.card.noHistory',
  more: 'employees.card.historyMore',
};

/** Changes of an employee with author and time, newest first. */
export function History({ user }: { user: number }) {
  return (
    <HistoryList
      queryKey={['employees', 'history', user]}
      url={employeePath(user, 'history')}
      read={decodeEmployeeHistory}
      textKeys={TEXT_KEYS}
      classes={classes}
    >
      {(entry) => <EmployeeHistoryItem entry={entry} />}
    </HistoryList>
  );
}

function EmployeeHistoryItem({ entry }: { entry: EmployeeHistoryEntry }) {
  const translate = useTranslate();
  const words = useLevelLabels();
  const shownValue = (field: string, value: string | null) => {
    if (value === null || value === '') return translate('employees.changes.empty');
    if (field.startsWith('sections.')) return words.level(field.slice('sections.'.length), value);
    if (field === 'phone') return formatPhone(value);
    return translate(`resources.employees.choices.${field}.${value}`, { _: value });
  };
  const placesText = ({ houses: buildings = [], more: moreCount = 0 }: EmployeeHistoryEntry['changes'][number]) => {
    if (buildings.length === 0) return '';
    const buildingTexts = buildings.map(({ street, number, porches }) => {
      const numbers = translate('employees.card.porches', { numbers: porches.join(', ') });
      return `${buildingLabel({ street, number })} (${numbers})`;
    });
    const rest = moreCount > 0 ? [translate('employees.card.more', { smart_count: moreCount })] : [];
    return ` – ${[...buildingTexts, ...rest].join('; ')}`;
  };
  const changeText = (change: EmployeeHistoryEntry['changes'][number]) => {
    const { field, before, after } = change;
    const section = field.startsWith('sections.') ? field.slice('sections.'.length) : null;
    const name = section ? words.section(section) : translate(`employees.changes.${field}`, { _: field });
    if (field === 'porches_added') return `${name}: ${after}${placesText(change)}`;
    if (field === 'porches_removed') return `${name}: ${before}${placesText(change)}`;
    return `${name}: ${shownValue(field, before)} → ${shownValue(field, after)}`;
  };
  return (
    <>
      <p>
        <b>{entry.by?.name ?? translate('employees.nobody')}</b>{' '}
        {translate(`employees.deeds.${entry.action}`, { _: translate('employees.deeds.other') })}
      </p>
      {entry.changes.map((change) => (
        <p key={change.field} className={classes.change}>
          {changeText(change)}
        </p>
      ))}
      <small>
        <time dateTime={entry.at}>{DATE_FORMAT.format(new Date(entry.at))}</time>
      </small>
    </>
  );
}
