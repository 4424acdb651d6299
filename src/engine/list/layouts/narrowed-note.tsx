import '#i18n/tables-texts.ts';
import { useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router';
import { companyMoment } from '#console/data/company-clock.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { parseLinkedRecord } from '#resources/language/linked-record.ts';
import type { Filters } from '../list-state.ts';

const formatSeconds = (seconds: unknown): string =>
  Number.isFinite(Number(seconds)) ? companyMoment(Number(seconds) * 1000) : '';

/** Names the record, flat or time range to which a link from another page has narrowed the list. Loaded lazily. */
export default function NarrowedNote({ resource, filters }: { resource: Resource; filters: Filters }) {
  const translate = useTranslate();
  const label = useSearchParams()[0].get('flat');
  const [linkedTo] = Object.values(filters).flatMap((value) => parseLinkedRecord(value) ?? []);
  if (linkedTo) {
    const everywhere = resource.api.scope && !resource.area;
    return (
      <span>{translate(everywhere ? 'tables.narrowed.ofRecordAnywhere' : 'tables.narrowed.ofRecord', linkedTo)}</span>
    );
  }
  if (filters.id !== undefined) return <span>{translate('tables.narrowed.ofOne')}</span>;
  if (filters.unit !== undefined) {
    return (
      <span>{label ? translate('tables.narrowed.ofUnit', { label }) : translate('tables.narrowed.ofSomeUnit')}</span>
    );
  }
  const range = { from: formatSeconds(filters.since), to: formatSeconds(filters.until) };
  const type = filters.type && translate(`resources.${resource.name}.choices.type.${filters.type}`, { _: '' });
  const times = translate(filters.until === undefined ? 'tables.narrowed.since' : 'tables.narrowed.between', range);
  return <span>{[type, times].filter(Boolean).join(', ')}</span>;
}
