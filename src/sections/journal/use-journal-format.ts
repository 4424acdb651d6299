import { useTranslate } from 'react-admin';
import { companyZone } from '#console/data/company-clock.ts';
import { formatPhone } from '#resources/language/kinds/phone-format.ts';
import type { JournalEntry } from '#resources/protocol/journal/journal.ts';

type Change = JournalEntry['changes'][number];

/** Formats parts of journal entries: action, object, time and changed values. */
export function useJournalFormat() {
  const translate = useTranslate();
  const moment = new Intl.DateTimeFormat('ru', { dateStyle: 'short', timeStyle: 'medium', timeZone: companyZone() });
  /** Translation of the first key that has one, else `fallback`. */
  const firstTranslation = (keys: readonly string[], fallback: string): string => {
    const key = keys.find((one) => translate(one) !== one);
    return key === undefined ? fallback : translate(key);
  };
  const resource = (name: string): string =>
    firstTranslation([`journal.resources.${name}`, `access.sections.${name}`, `resources.${name}.page.list`], name);
  const field = (section: string, name: string): string => {
    const [first = name, ...rest] = name.split('.');
    const label = firstTranslation([`resources.${section}.fields.${first}`, `journal.fields.${first}`], first);
    const inner = rest.join('.');
    return inner
      ? `${label}, ${firstTranslation([`access.sections.${inner}`, `journal.fields.${inner}`], inner)}`
      : label;
  };
  const value = (section: string, name: string, storedText: string | null): string => {
    if (storedText === null || storedText === '') return translate('journal.nothing');
    if (name === 'phone' || name === 'phone_number') return formatPhone(storedText);
    const [first = name, inner] = name.split('.');
    const keys = [`resources.${section}.choices.${name}.${storedText}`, `journal.values.${first}.${storedText}`];
    if (first === 'sections' && inner)
      keys.push(`access.levels.${inner}.${storedText}`, `access.levels.other.${storedText}`);
    return firstTranslation(keys, storedText);
  };
  return {
    resource,
    /** In the company's time zone, like the day filter. */
    when: (at: string): string => moment.format(new Date(at)),
    action: (name: string): string => firstTranslation([`journal.actions.${name}`], name),
    place: (entry: JournalEntry): string =>
      entry.record === null
        ? resource(entry.resource)
        : translate('journal.record', { resource: resource(entry.resource), record: entry.record }),
    /** «Field: before → after»; only the new value if there was none before. */
    change: ({ resource: section }: JournalEntry, { field: name, before, after }: Change): string => {
      const newValue = value(section, name, after);
      return `${field(section, name)}: ${before === null ? newValue : `${value(section, name, before)} → ${newValue}`}`;
    },
  };
}
