import '#i18n/tables-texts.ts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type RaRecord, useTranslate } from 'react-admin';
import { companyToday } from '#console/data/company-clock.ts';
import { refusalText, useSubject } from '#console/data/session/access.ts';
import { useFeatures } from '#console/data/session/features.ts';
import { refusal } from '#resources/language/access.ts';
import { cellFields } from '#resources/language/bulk-fields.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { toId } from '#resources/language/kinds/ids.ts';
import { fieldsOfUnmetSections } from '#resources/language/payload.ts';

type Expressions = typeof import('#resources/language/expressions/fields.ts');

/** The expression engine, loaded if some field has an expression for `when` or `readonly`; null until then. */
function useConditions(resource: Resource): Expressions | null {
  const [conditions, setConditions] = useState<Expressions | null>(null);
  const hasConditions = Object.values(resource.fields).some(
    ({ readonly, when }) => readonly !== undefined || when !== undefined,
  );
  useEffect(() => {
    if (!hasConditions) return;
    let isUnmounted = false;
    void import('#resources/language/expressions/fields.ts').then((module) => {
      if (!isUnmounted) setConditions(module);
    });
    return () => {
      isUnmounted = true;
    };
  }, [hasConditions]);
  return conditions;
}

/**
 * Returns a function that gives the reason why a cell of a record cannot be edited: a missing right, a rule about single records,
 * or a field that an edit form would not change. Null for an editable cell.
 */
export function useCellRefusal(resource: Resource): (record: RaRecord) => (name: string) => string | null {
  const subject = useSubject();
  const features = useFeatures();
  const translate = useTranslate();
  const names = useMemo(() => new Set(cellFields(resource, features)), [resource, features]);
  const conditions = useConditions(resource);
  return useCallback(
    (record) => {
      const recordRefusal = refusal(subject, resource.section, 'change', resource.record, record);
      if (recordRefusal) {
        const { title } = refusalText(recordRefusal, translate, 'access.ownEdit');
        return () => title;
      }
      const waitingNames = fieldsOfUnmetSections(resource, record);
      const context = { today: companyToday().date, me: toId(subject.user) };
      const readonlyNames = conditions?.readonlyFields(resource, record, context);
      const absentNames = conditions?.derivedFields(resource, record, context).absent;
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
