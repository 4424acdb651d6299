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
function useExpressions(resource: Resource): Expressions | null {
  const [expressions, setExpressions] = useState<Expressions | null>(null);
  const hasExpressions = Object.values(resource.fields).some(
    ({ readonly, when }) => readonly !== undefined || when !== undefined,
  );
  useEffect(() => {
    if (!hasExpressions) return;
    let isUnmounted = false;
    void import('#resources/language/expressions/fields.ts').then((module) => {
      if (!isUnmounted) setExpressions(module);
    });
    return () => {
      isUnmounted = true;
    };
  }, [hasExpressions]);
  return expressions;
}

/**
 * Returns a function of the record that returns a function of the field name, which returns the reason why the cell cannot be
 * edited: the right is missing, a rule forbids changing this record, or the field is not editable in the form. Null for an editable
 * cell.
 */
export function useCellRefusal(resource: Resource): (record: RaRecord) => (name: string) => string | null {
  const subject = useSubject();
  const features = useFeatures();
  const translate = useTranslate();
  const names = useMemo(() => new Set(cellFields(resource, features)), [resource, features]);
  const expressions = useExpressions(resource);
  return useCallback(
    (record) => {
      const recordRefusal = refusal(subject, resource.section, 'change', resource.record, record);
      if (recordRefusal) {
        const { title } = refusalText(recordRefusal, translate, 'access.ownEdit');
        return () => title;
      }
      const unmetSectionFields = fieldsOfUnmetSections(resource, record);
      const context = { today: companyToday().date, me: toId(subject.user) };
      const readonlyNames = expressions?.readonlyFields(resource, record, context);
      const absentNames = expressions?.derivedFields(resource, record, context).absent;
      const isFixed = (name: string) =>
        !names.has(name) ||
        unmetSectionFields.has(name) ||
        readonlyNames?.has(name) === true ||
        absentNames?.has(name) === true;
      return (name) => (isFixed(name) ? translate('tables.editing.fixed') : null);
    },
    [resource, subject, translate, names, expressions],
  );
}
