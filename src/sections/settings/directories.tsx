import '#i18n/directories-texts.ts';
import ChevronRightOutlined from '@mui/icons-material/ChevronRightOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import { useContext } from 'react';
import { Link } from 'react-router';
import { refusalText, useRefusal } from '#console/data/session/access.ts';
import { KnownDefinitions } from '#console/fields/known-definitions.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { Icon } from '#console/ui/display/icon.tsx';
import { text } from '#i18n/console-text.ts';
import { sectionTitle } from '#resources/language/words.ts';
import classes from './directories.module.css';

/** Directories of a company in display order; the server sends their definitions, `company-…`, only to administrators. */
const DIRECTORY_NAMES = ['organisations', 'services', 'complexes', 'answers', 'stories', 'webhooks'] as const;

/** Links to the details and directories of the company, as far as the server offers them. */
export function Directories({ company }: { company: number }) {
  const definitions = useContext(KnownDefinitions);
  const why = useRefusal('employees', 'change');
  const directories = DIRECTORY_NAMES.flatMap((name) => {
    const resource = definitions.find((definition) => definition.name === `company-${name}`);
    return resource ? [{ name, resource }] : [];
  });
  const organisationPath = directories.find(({ name }) => name === 'organisations')?.resource.routes.edit;
  if (!directories.length) return null;
  const refusal = why ? refusalText(why, (key) => text(key)) : null;
  return (
    <section className={classes.page}>
      {organisationPath ? (
        <div>
          <ActionButton icon={<EditOutlined aria-hidden />} to={`${organisationPath}?id=${company}`} refusal={refusal}>
            {text('directories.edit')}
          </ActionButton>
        </div>
      ) : null}
      <h2 className={classes.title}>{text('directories.title')}</h2>
      <ul className={classes.list}>
        {directories.map(({ name, resource }) => (
          <li key={name}>
            <Link className={classes.way} to={resource.routes.list}>
              <Icon name={resource.icon} size={22} />
              <span className={classes.words}>
                <b>{sectionTitle(resource.words)}</b>
                <small>{text(`directories.about.${name}`)}</small>
              </span>
              <ChevronRightOutlined aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
