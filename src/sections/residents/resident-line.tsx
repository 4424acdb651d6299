import '#i18n/resident-search-texts.ts';
import Tooltip from '@mui/material/Tooltip';
import { useId, useState } from 'react';
import { RecordContextProvider, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useRefusal } from '#console/data/session/access.ts';
import { useServerFeature } from '#console/data/session/features.ts';
import { RecordMenu } from '#console/engine/record-menu.tsx';
import RelatedLists from '#console/engine/related/related-lists.tsx';
import { useRelatedLists } from '#console/engine/related/use-related-lists.ts';
import { chatLink, personRequestsLink } from '#console/shell/page-links.ts';
import { Avatar } from '#console/ui/display/avatar.tsx';
import { formatPhone } from '#resources/language/kinds/phone-format.ts';
import { capitalise } from '#resources/language/words.ts';
import type { FoundPerson } from '#resources/protocol/search/search-answers.ts';
import { ResidentInvitation } from './resident-invitation.tsx';
import classes from './unit-card.module.css';

const SUBJECT = { to: 'records', section: 'residents' } as const;

/** A resident of a unit: name, phone, status, links, and the menu to edit, block and delete them (RES-15…21). */
export function ResidentLine({ resident }: { resident: FoundPerson }) {
  const translate = useTranslate();
  const { user, first_name, last_name, phone_number, status, avatar, chat } = resident;
  const hasManualInvitation = useServerFeature('byHand');
  const canInvite = useRefusal('residents', 'change') === null;
  const canChat = useRefusal('chats', 'see') === null;
  const hasRequests = useServerFeature('performers');
  const canSeeRequests = useRefusal('tasks', 'see') === null && hasRequests;
  const hasRelated = useRelatedLists(SUBJECT).length > 0;
  const [isOpen, setIsOpen] = useState(false);
  const relatedId = useId();
  const name = `${last_name} ${first_name}`;
  const statusText = translate(`residents.status.${status}`);
  return (
    // Calls about a resident name them by `user` (G-19).
    <RecordContextProvider value={{ ...resident, id: user }}>
      <li className={classes.resident}>
        <Avatar name={name} picture={avatar} size={40} />
        <div className={classes.about}>
          <b className={classes.name}>{name}</b>
          <a className={classes.phone} href={`tel:${phone_number}`}>
            {formatPhone(phone_number)}
          </a>
          <span className={classes.ways}>
            {chat && canChat ? (
              <Link className="link" to={chatLink(chat)}>
                {translate('residents.card.write')}
              </Link>
            ) : null}
            {canSeeRequests ? (
              <Link
                className="link"
                to={personRequestsLink(user)}
                aria-label={translate('residents.card.ownOf', { name })}
              >
                {translate('residents.card.own')}
              </Link>
            ) : null}
            {hasRelated ? (
              <button
                type="button"
                className="link"
                aria-label={translate('engine.related.openOf', { name })}
                aria-expanded={isOpen}
                aria-controls={relatedId}
                onClick={() => setIsOpen(!isOpen)}
              >
                {translate('engine.related.open')}
              </button>
            ) : null}
          </span>
          <Tooltip title={statusText}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip must be reachable by keyboard */}
            <span className={classes.status} data-status={status} tabIndex={0}>
              {capitalise(statusText)}
            </span>
          </Tooltip>
          {hasManualInvitation && canInvite && status === 'created' ? <ResidentInvitation /> : null}
        </div>
        <RecordMenu />
      </li>
      {hasRelated ? (
        <li id={relatedId} hidden={!isOpen}>
          {isOpen ? <RelatedLists subject={SUBJECT} id={user} label={name} /> : null}
        </li>
      ) : null}
    </RecordContextProvider>
  );
}
