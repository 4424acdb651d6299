import '#i18n/moves-texts.ts';
import type { RaRecord } from 'react-admin';
import { useTranslate } from 'react-admin';
import { companyToday } from '#console/data/company-clock.ts';
import { refusalText, useSubject } from '#console/data/session/access.ts';
import type { ReasonText } from '#console/ui/inputs/reason.tsx';
import { refusal } from '#resources/language/access.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { waitingHint } from '#resources/language/expressions/conditions.ts';
import { idOf } from '#resources/language/kinds/ids.ts';
import { type FieldMove, mayMove, moversSaid, movesFrom } from '#resources/language/moves.ts';
import { useHasMoves } from './has-moves.ts';

/** A move that leads on from where a record stands; greyed with the reason where the person may not make it. */
export interface OfferedMove extends FieldMove {
  refusal: ReasonText | null;
}

/** The moves of a record as it stands now. */
export function useMoves(resource: Resource, record: RaRecord | undefined): OfferedMove[] {
  const hasMoves = useHasMoves(resource);
  const subject = useSubject();
  const translate = useTranslate();
  if (!hasMoves || !record) return [];
  const { section, record: rules } = resource;
  // A move may be for people who change nothing else; what holds of single records holds for them too.
  const mover = { ...subject, levels: { ...subject.levels, [section]: 'write' as const } };
  const unseen = refusal(subject, section, 'see', rules, record);
  const recordRefusal = unseen ?? refusal(mover, section, 'change', rules, record);
  const level = refusal(subject, section, 'change');
  return movesFrom(resource, record).map((offer) => {
    const { move } = offer;
    if (recordRefusal) return { ...offer, refusal: refusalText(recordRefusal, translate) };
    if (mayMove(subject, resource, move, record)) {
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
