import { type ReactNode, useCallback } from 'react';
import type { RaRecord } from 'react-admin';
import { companyToday } from '#console/data/company-clock.ts';
import { useSubject } from '#console/data/session/access.ts';
import { useCompanyDay } from '#console/data/today.ts';
import { findRowColour } from '#resources/language/expressions/conditions.ts';
import { toId } from '#resources/language/kinds/ids.ts';
import { useResource } from '../resource-context.tsx';
import { RowColourContext } from './list-context.tsx';
import '#console/ui/display/colours.css';
import './row-colours.css';

/** Colours the records of the list inside by the expressions of the definition; recomputed when the company's day changes. */
export function RowColours({ children }: { children: ReactNode }) {
  const resource = useResource();
  const { user } = useSubject();
  const day = useCompanyDay();
  // biome-ignore lint/correctness/useExhaustiveDependencies: on another day the same records have other colours.
  const findColour = useCallback(
    (record: RaRecord) => {
      const rule = findRowColour(resource, record, { today: companyToday().date, me: toId(user) });
      return rule
        ? {
            props: { 'data-colour': rule.colour, title: rule.label },
            mark: <span className="sr-only">{rule.label}</span>,
          }
        : undefined;
    },
    [resource, user, day],
  );
  return <RowColourContext value={findColour}>{children}</RowColourContext>;
}
