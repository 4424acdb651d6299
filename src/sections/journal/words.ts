import { useTranslate } from 'react-admin';
import { companyZone } from '#console/data/company-clock.ts';
import { formatPhone } from '#resources/language/kinds/phone-format.ts';
import type { JournalEntry } from '#resources/protocol/journal/journal.ts';

type Change = JournalEntry['changes'][number];

/** Texts of the journal: action, object, time and changed values. */
export function useJournalWords() {
  const translate = useTranslate();
  const moment = new Intl.DateTimeFormat('ru', { dateStyle: 'short', timeStyle: 'medium', timeZone: companyZone() });
  /** The text of the first key that has one, else the fallback. */
  const findWord = (keys: readonly string[], known: string): string => {
    const key = keys.find((one) => translate(one) !== one);
    return key === undefined ? known : translate(key);
  };
  const resource = (name: string): string =>
    findWord([`journal.resources.${name}`, `access.sections.${name}`, `resources.${name}.page.list`], name);
  const field = (section: string, name: string): string => {
    const [first = name, ...rest] = name.split('.');
    const label = findWord([`resources.${section}.fields.${first}`, `journal.fields.${first}`], first);
    const inner = rest.join('.');
    return inner ? `${label}, ${findWord([`access.sections.${inner}`, `journal.fields.${inner}`], inner)}` : label;
  };
  const value = (section: string, name: string, storedText: string | null): string => {
    if (storedText === null || storedText === '') return translate('journal.nothing');
    if (name === 'phone' || name === 'phone_number') return formatPhone(storedText);
    const [first = name, inner] = name.split('.');
    const keys = [`resources.${section}.choices.${name}.${storedText}`, `journal.values.${first}.${storedText}`];
    if (first === 'sections' && inner)
      keys.push(`access.levels.${inner}.${storedText}`, `access.levels.other.${storedText}`);
    return findWord(keys, storedText);
  };
  return {
    resource,
    /** By the clock of the company: the filter by days goes by it too. */
    when: (at: string): string => moment.format(new Date(at)),
    action: (name: string): string => findWord([`journal.actions.${name}`], name),
    place: (entry: JournalEntry): string =>
      entry.record === null
        ? resource(entry.resource)
        : translate('journal.record', { resource: resource(entry.resource), record: entry.record }),
    /** A new value has no value before. */
    change: ({ resource: section }: JournalEntry, { field: name, before, after }: Change): string => {
      const now = value(section, name, after);
      return `${field(section, name)}: ${before === null ? now : `${value(section, name, before)} → ${now}`}`;
    },
  };
}
