import '#i18n/journal-texts.ts';
import { useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router';
import { useAreLevelsLoaded } from '#console/data/session/access.ts';
import { useServerFeature } from '#console/data/session/features.ts';
import { Forbidden } from '#console/shell/forbidden.tsx';
import { Page } from '#console/shell/page.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { JournalFilters, readFilters } from './filters.tsx';
import classes from './journal.module.css';
import { JournalTable } from './journal-table.tsx';

/** The journal of actions, newest first; its filters are kept in the URL. */
export function JournalPage() {
  const translate = useTranslate();
  const [params, setParams] = useSearchParams();
  const hasAddition = useServerFeature('journal');
  const areLevelsKnown = useAreLevelsLoaded();
  const filters = readFilters(params);
  const choose = (name: string, value: string | undefined) =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      if (value) next.set(name, value);
      else next.delete(name);
      return next;
    });
  return (
    <Page
      title={translate('settings.journal')}
      selector="none"
      actions={<ActionButton to="/settings/company-profile">{translate('journal.back')}</ActionButton>}
    >
      {hasAddition ? (
        <div className={classes.page}>
          <h2 className={classes.title}>{translate('settings.journal')}</h2>
          <JournalFilters chosenFilters={filters} onChoose={choose} onClear={() => setParams({})} />
          <JournalTable filters={filters} onPerson={(user) => choose('user', String(user))} />
        </div>
      ) : areLevelsKnown ? (
        <Forbidden />
      ) : null}
    </Page>
  );
}
