import '#i18n/tables-texts.ts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type RaRecord, useTranslate } from 'react-admin';
import { companyToday } from '#console/data/company-clock.ts';
import { refusalText, useSubject } from '#console/data/session/access.ts';
import { useFeatures } from '#console/data/session/features.ts';
import { refusal } from '#resources/language/access.ts';
import { cellFields } from '#resources/language/bulk-fields.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { idOf } from '#resources/language/kinds/ids.ts';
import { waitingFor } from '#resources/language/payload.ts';

type Expressions = typeof import('#resources/language/expressions/fields.ts');

/** The language of expressions, where a field says by one that it is not asked for or not changed; null before it is there. */
function useConditions(resource: Resource): Expressions | null {
  const [conditions, setConditions] = useState<Expressions | null>(null);
  const hasConditions = Object.values(resource.fields).some(
    ({ readonly, when }) => readonly !== undefined || when !== undefined,
  );
  useEffect(() => {
    if (!hasConditions) return;
    let isGone = false;
    void import('#resources/language/expressions/fields.ts').then((module) => {
      if (!isGone) setConditions(module);
    });
    return () => {
      isGone = true;
    };
  }, [hasConditions]);
  return conditions;
}

/**
 * Finds why the cells of a record stay as they are, in one sentence: for each the right, a rule about single records, or a field that an
 * edit form would not change. Null for a cell that can be edited.
 */
export function useCellRefusal(resource: Resource): (record: RaRecord) => (name: string) => string | null {
  const subject = useSubject();
  const features = useFeatures();
  const translate = useTranslate();
  const names = useMemo(() => new Set(cellFields(resource, features)), [resource, features]);
  const conditions = useConditions(resource);
  return useCallback(
    (record) => {
      const why = refusal(subject, resource.section, 'change', resource.record, record);
      if (why) {
        const { title } = refusalText(why, translate, 'access.ownEdit');
        return () => title;
      }
      const waitingNames = waitingFor(resource, record);
      const moment = { today: companyToday().date, me: idOf(subject.user) };
      const readonlyNames = conditions?.readonlyFields(resource, record, moment);
      const absentNames = conditions?.derivedFields(resource, record, moment).absent;
      const isFixed = (name: string) =>
        !names.has(name) ||
        waitingNames.has(name) ||
        readonlyNames?.has(name) === true ||
        absentNames?.has(name) === true;
      return (name) => (isFixed(name) ? translate('tables.editing.fixed') : null);
    },
    [resource, subject, translate, names, conditions],
  );
}
