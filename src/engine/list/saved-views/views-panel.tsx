import DeleteOutlined from '@mui/icons-material/DeleteOutline';
import { lazy, Suspense, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { RequestError } from '#console/data/http/request-error.ts';
import { refusalText, useRefusal } from '#console/data/session/access.ts';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import type { SavedView } from '#resources/protocol/views/views.ts';
import { NameForm } from './name-form.tsx';
import { isSameView } from './query.ts';
import { useViewMutations, useViews } from './view-calls.ts';
import classes from './views-panel.module.css';

const ConfirmDialog = lazy(() => import('#console/ui/dialogs/confirm-dialog.tsx'));

/** The saved views of a list as links, and a form to save the current state. */
export function ViewsPanel({
  resource,
  query,
  note,
  onClose,
}: {
  resource: Resource;
  query: string;
  /** Note on parts of the state that are not saved. */
  note: string | null;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const { views, failed } = useViews(resource.name);
  const [viewToRemove, setViewToRemove] = useState<SavedView | null>(null);
  const ownViews = views?.filter((view) => view.own) ?? [];
  const shared = views?.filter((view) => !view.own) ?? [];
  const renderGroup = (name: 'own' | 'shared', groupViews: readonly SavedView[]) =>
    groupViews.length > 0 ? (
      <section className={classes.group} aria-label={translate(`views.${name}`)}>
        <h3>{translate(`views.${name}`)}</h3>
        <ul>
          {groupViews.map((view) => (
            <ViewLine
              key={view.id}
              view={view}
              to={`${resource.routes.list}?${view.query}`}
              isCurrent={isSameView(view.query, query)}
              onGo={onClose}
              onRemove={() => setViewToRemove(view)}
            />
          ))}
        </ul>
      </section>
    ) : null;
  return (
    <div className={classes.panel}>
      {views?.length ? (
        <>
          {renderGroup('own', ownViews)}
          {renderGroup('shared', shared)}
        </>
      ) : (
        <p className={classes.note} role="status">
          {translate(failed ? 'views.failed' : views ? 'views.none' : 'views.busy')}
        </p>
      )}
      {note ? <p className={classes.note}>{note}</p> : null}
      <SaveForm resource={resource} query={query} ownViews={ownViews} />
      {viewToRemove ? (
        <Suspense>
          <RemoveDialog view={viewToRemove} onDone={() => setViewToRemove(null)} />
        </Suspense>
      ) : null}
    </div>
  );
}

function ViewLine({
  view,
  to,
  isCurrent,
  onGo,
  onRemove,
}: {
  view: SavedView;
  to: string;
  isCurrent: boolean;
  onGo: () => void;
  onRemove: () => void;
}) {
  const translate = useTranslate();
  const { name, own: isOwn, shared, by } = view;
  return (
    <li className={classes.line} data-current={isCurrent}>
      <Link
        to={to}
        onClick={onGo}
        {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
        title={isOwn ? name : translate('views.by', { name: by })}
      >
        <span className={classes.name}>{name}</span>
        {isOwn && shared ? <small>{translate('views.isShared')}</small> : null}
      </Link>
      {isOwn ? (
        <IconButton label={translate('views.remove', { name })} onClick={onRemove}>
          <DeleteOutlined />
        </IconButton>
      ) : null}
    </li>
  );
}

function RemoveDialog({ view: { id, name, shared }, onDone }: { view: SavedView; onDone: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { remove } = useViewMutations();
  return (
    <ConfirmDialog
      question={translate(shared ? 'views.removeShared' : 'views.removeQuestion', { name })}
      yes={translate('views.removeYes')}
      onNo={onDone}
      onYes={async () => {
        try {
          await remove(id);
          notify('views.removed', { messageArgs: { name } });
        } catch (error) {
          // An alert has reported it.
          if (!(error instanceof RequestError)) throw error;
        }
      }}
    />
  );
}

/** Form that saves the current state of the list under a name. */
function SaveForm({
  resource,
  query,
  ownViews,
}: {
  resource: Resource;
  query: string;
  ownViews: readonly SavedView[];
}) {
  const translate = useTranslate();
  const refusal = useRefusal(resource.section, 'change');
  return (
    <NameForm
      list={resource.name}
      ownViews={ownViews}
      texts={{
        label: translate('views.save'),
        placeholder: translate('views.name'),
        share: translate('views.share'),
        save: translate('views.submit'),
        replace: translate('views.replace'),
        saved: 'views.saved',
        replaced: 'views.replaced',
      }}
      shareRefusal={refusal ? refusalText(refusal, translate) : null}
      getQuery={() => ({ query })}
    />
  );
}
