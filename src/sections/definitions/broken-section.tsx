import '#i18n/definition-files-texts.ts';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { Page } from '#console/shell/page.tsx';
import type { BrokenFile } from '#resources/protocol/definitions/definitions.ts';
import { BrokenFiles } from './broken-files.tsx';
import classes from './definitions-page.module.css';
import { DEFINITIONS_PAGE } from './paths.ts';

/** Page of a section whose definition file is invalid; shows the problems to administrators. */
export function BrokenSection({ title, files }: { title: string; files: readonly BrokenFile[] }) {
  const translate = useTranslate();
  return (
    <Page title={title} selector="none">
      <div className={classes.page}>
        <section className={classes.part}>
          <h2>{translate('definitionFiles.brokenSection')}</h2>
          <p className={classes.note}>{translate('definitionFiles.brokenSectionLine')}</p>
          <BrokenFiles files={files} />
          <Link to={DEFINITIONS_PAGE}>{translate('definitionFiles.menu')}</Link>
        </section>
      </div>
    </Page>
  );
}

/** Warning above a section whose changed file is invalid, so that it still runs on its previous definition. */
export function BrokenStrip({ files }: { files: readonly BrokenFile[] }) {
  const translate = useTranslate();
  return (
    <section className={classes.strip} aria-label={translate('definitionFiles.brokenSection')}>
      <b>{translate('definitionFiles.formerStands')}</b>
      <BrokenFiles files={files} />
    </section>
  );
}
