import '#i18n/tables-texts.ts';
import { useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router';
import { companyMoment } from '#console/data/company-clock.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { linkedRecord } from '#resources/language/linked-record.ts';
import type { Filters } from '../list-state.ts';

const momentText = (seconds: unknown): string =>
  Number.isFinite(Number(seconds)) ? companyMoment(Number(seconds) * 1000) : '';

/** Which record, flat or times a list is narrowed to, where another page has led here. Its own chunk. */
export default function NarrowedNote({ resource, filters }: { resource: Resource; filters: Filters }) {
  const translate = useTranslate();
  const label = useSearchParams()[0].get('flat');
  const [linked] = Object.values(filters).flatMap((value) => linkedRecord(value) ?? []);
  if (linked) {
    const everywhere = resource.api.scope && !resource.area;
    return (
      <span>{translate(everywhere ? 'tables.narrowed.ofRecordAnywhere' : 'tables.narrowed.ofRecord', linked)}</span>
    );
  }
  if (filters.id !== undefined) return <span>{translate('tables.narrowed.ofOne')}</span>;
  if (filters.unit !== undefined) {
    return (
      <span>{label ? translate('tables.narrowed.ofUnit', { label }) : translate('tables.narrowed.ofSomeUnit')}</span>
    );
  }
  const span = { from: momentText(filters.since), to: momentText(filters.until) };
  const type = filters.type && translate(`resources.${resource.name}.choices.type.${filters.type}`, { _: '' });
  const times = translate(filters.until === undefined ? 'tables.narrowed.since' : 'tables.narrowed.between', span);
  return <span>{[type, times].filter(Boolean).join(', ')}</span>;
}
