import { useRecordContext, useTranslate } from 'react-admin';
import { titleField } from '#resources/language/title-field.ts';
import { listColumns } from './list/layouts/columns.ts';
import classes from './record-card.module.css';
import { RecordLines } from './record-lines.tsx';
import { RecordMenu } from './record-menu.tsx';
import { recordTitle, useResource } from './resource-context.tsx';

/** A record as a card of its fields, for definitions without a card widget. */
export function RecordCard() {
  const resource = useResource();
  const record = useRecordContext();
  const translate = useTranslate();
  if (!record) return null;
  const columns = listColumns(resource).filter(({ name }) => name !== titleField(resource));
  return (
    <article className={classes.card}>
      <div className={classes.head}>
        <h2 className={classes.title}>
          {recordTitle(resource, record, translate(`resources.${resource.name}.forcedCaseName`))}
        </h2>
        <RecordMenu />
      </div>
      <RecordLines columns={columns} classes={classes} />
    </article>
  );
}
