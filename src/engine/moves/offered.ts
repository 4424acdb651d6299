import '#i18n/moves-texts.ts';
import { useCallback } from 'react';
import { type RaRecord, useTranslate } from 'react-admin';
import { companyToday } from '#console/data/company-clock.ts';
import { refusalText, useSubject } from '#console/data/session/access.ts';
import type { ReasonText } from '#console/ui/inputs/reason.tsx';
import { refusal, type Subject } from '#resources/language/access.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { findUnmetConditionHint } from '#resources/language/expressions/conditions.ts';
import { toId } from '#resources/language/kinds/ids.ts';
import { canMakeMove, describeMovers, type FieldMove, findPossibleMoves } from '#resources/language/moves.ts';
import { useHasMoves } from './has-moves.ts';

/** A move from the current state of a record; disabled with the reason if the person may not make it. */
export interface OfferedMove extends FieldMove {
  refusal: ReasonText | null;
}

/** The moves from the current state of a record. */
export function useRecordMoves(resource: Resource, record: RaRecord | undefined): OfferedMove[] {
  const findMoves = useFindMoves(resource);
  return record ? findMoves(record) : [];
}

/** Returns a function that lists the moves from the current state of any record. */
export function useFindMoves(resource: Resource): (record: RaRecord) => OfferedMove[] {
  const hasMoves = useHasMoves(resource);
  const subject = useSubject();
  const translate = useTranslate();
  return useCallback(
    (record) => (hasMoves ? offeredMoves(resource, subject, translate, record) : []),
    [hasMoves, resource, subject, translate],
  );
}

function offeredMoves(
  resource: Resource,
  subject: Subject,
  translate: (key: string, params?: Record<string, unknown>) => string,
  record: RaRecord,
): OfferedMove[] {
  const { section, record: rules } = resource;
  // A move may be allowed without the right to change anything else; conditions on single records still apply.
  const mover = { ...subject, levels: { ...subject.levels, [section]: 'write' as const } };
  const seeRefusal = refusal(subject, section, 'see', rules, record);
  const recordRefusal = seeRefusal ?? refusal(mover, section, 'change', rules, record);
  const sectionRefusal = refusal(subject, section, 'change');
  return findPossibleMoves(resource, record).map((offer) => {
    const { move } = offer;
    if (recordRefusal) return { ...offer, refusal: refusalText(recordRefusal, translate) };
    if (canMakeMove(subject, resource, move, record)) {
      const hint = findUnmetConditionHint(resource, move, record, {
        today: companyToday().date,
        me: toId(subject.user),
      });
      return { ...offer, refusal: hint === null ? null : { title: hint } };
    }
    if (!move.who && sectionRefusal) return { ...offer, refusal: refusalText(sectionRefusal, translate) };
    return {
      ...offer,
      refusal: { title: translate('moves.only', { who: describeMovers(resource, move, translate) }) },
    };
  });
}
