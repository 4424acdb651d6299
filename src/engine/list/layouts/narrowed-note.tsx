import '#i18n/tables-texts.ts';
import { useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router';
import { companyMoment } from '#console/data/company-clock.ts';
import type { Filters } from '../list-state.ts';

const momentText = (seconds: unknown): string =>
  Number.isFinite(Number(seconds)) ? companyMoment(Number(seconds) * 1000) : '';

/** Which record, flat or times a list is narrowed to, where another page has led here. Its own chunk. */
export default function NarrowedNote({ resource, filters }: { resource: string; filters: Filters }) {
  const translate = useTranslate();
  const label = useSearchParams()[0].get('flat');
  if (filters.id !== undefined) return <span>{translate('tables.narrowed.ofOne')}</span>;
  if (filters.unit !== undefined) {
    return (
      <span>{label ? translate('tables.narrowed.ofUnit', { label }) : translate('tables.narrowed.ofSomeUnit')}</span>
    );
  }
  const span = { from: momentText(filters.since), to: momentText(filters.until) };
  const type = filters.type && translate(`resources.${resource}.choices.type.${filters.type}`, { _: '' });
  const times = translate(filters.until === undefined ? 'tables.narrowed.since' : 'tables.narrowed.between', span);
  return <span>{[type, times].filter(Boolean).join(', ')}</span>;
}
