import '#i18n/moves-texts.ts';
import { useCallback } from 'react';
import { type RaRecord, useTranslate } from 'react-admin';
import { companyToday } from '#console/data/company-clock.ts';
import { refusalText, useSubject } from '#console/data/session/access.ts';
import type { ReasonText } from '#console/ui/inputs/reason.tsx';
import { refusal, type Subject } from '#resources/language/access.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { waitingHint } from '#resources/language/expressions/conditions.ts';
import { idOf } from '#resources/language/kinds/ids.ts';
import { type FieldMove, mayMakeMove, moversSaid, movesFrom } from '#resources/language/moves.ts';
import { useHasMoves } from './has-moves.ts';

/** A move from the present state of a record; greyed with the reason where the person may not make it. */
export interface OfferedMove extends FieldMove {
  refusal: ReasonText | null;
}

/** The moves from the present state of a record. */
export function useMoves(resource: Resource, record: RaRecord | undefined): OfferedMove[] {
  const findMoves = useFindMoves(resource);
  return record ? findMoves(record) : [];
}

/** Finds the moves from the present state of any record. */
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
  // A move may be open without the right to change anything else; conditions on single records hold for it too.
  const mover = { ...subject, levels: { ...subject.levels, [section]: 'write' as const } };
  const unseen = refusal(subject, section, 'see', rules, record);
  const recordRefusal = unseen ?? refusal(mover, section, 'change', rules, record);
  const level = refusal(subject, section, 'change');
  return movesFrom(resource, record).map((offer) => {
    const { move } = offer;
    if (recordRefusal) return { ...offer, refusal: refusalText(recordRefusal, translate) };
    if (mayMakeMove(subject, resource, move, record)) {
      const hint = waitingHint(resource, move, record, { today: companyToday().date, me: idOf(subject.user) });
      return { ...offer, refusal: hint === null ? null : { title: hint } };
    }
    if (!move.who && level) return { ...offer, refusal: refusalText(level, translate) };
    return {
      ...offer,
      refusal: { title: translate('moves.only', { who: moversSaid(resource, move, translate) }) },
    };
  });
}
