import '#i18n/carousel-texts.ts';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Close from '@mui/icons-material/Close';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import Lightbox, { useController, useLightboxState } from 'yet-another-react-lightbox';
import { Avatar } from '#console/ui/display/avatar.tsx';
import { Moment } from '#console/ui/display/moment.tsx';
import { useToastRoom } from '#console/ui/states/toast-room.ts';
import type { Announcement } from '#resources/protocol/news/news-answers.ts';
import { useRecipients } from './audience/recipients.ts';
import 'yet-another-react-lightbox/styles.css';
import classes from './carousel.module.css';
import { useAuthorName } from './news-author.ts';
import { NewsBadge } from './news-badge.tsx';

/**
 * Keeps the keyboard in the carousel (NEWS-20, NEWS-21): Tab goes round its buttons, and the keys that nothing on the page has,
 * as after a look at the browser's own buttons, are the carousel's.
 * @param within anything inside it
 */
function useCarouselKeys(within: RefObject<HTMLElement | null>): void {
  const { prev, next, close } = useController();
  useEffect(() => {
    const round = (event: KeyboardEvent) => {
      const dialog = within.current?.closest('[role="dialog"]');
      const buttons = [...(dialog?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])];
      const place = buttons.indexOf(document.activeElement as HTMLElement);
      const ends = event.shiftKey ? place <= 0 : place < 0 || place === buttons.length - 1;
      const target = ends ? buttons.at(event.shiftKey ? -1 : 0) : undefined;
      if (!target) return;
      event.preventDefault();
      target.focus();
    };
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Tab') round(event);
      if (document.activeElement !== document.body) return;
      if (event.key === 'ArrowLeft') prev();
      if (event.key === 'ArrowRight') next();
      if (event.key === 'Escape') close();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [within, prev, next, close]);
}

/**
 * The pictures of an announcement over the whole page (NEWS-13, NEWS-19…22): arrow keys and swipes lead round and
 * round, Esc and the cross close it; the page behind stands still and has its focus back afterwards. Its own chunk.
 * @param first index of the picture it begins with
 */
export default function Carousel({ item, first, onClose }: { item: Announcement; first: number; onClose: () => void }) {
  const translate = useTranslate();
  useToastRoom();
  // Slides of another identity lead back to the picture it began with: those it was opened with stay.
  const [slides] = useState(() =>
    item.image_attachments.map((picture) => ({ src: picture.large?.file ?? picture.medium.file, alt: picture.name })),
  );
  const single = slides.length === 1;
  return (
    <Lightbox
      open
      close={onClose}
      index={first}
      slides={slides}
      carousel={{ finite: single, padding: 0, preload: 1 }}
      animation={{ fade: 180, swipe: 280, navigation: 280 }}
      controller={{ closeOnBackdropClick: false, closeOnPullDown: true }}
      toolbar={{ buttons: [] }}
      className={classes.carousel ?? ''}
      labels={{
        Lightbox: translate('carousel.label', { title: item.title }),
        Carousel: translate('carousel.carousel'),
        'Photo gallery': translate('carousel.gallery'),
        Slide: translate('carousel.slide'),
        '{index} of {total}': translate('carousel.place', { number: '{index}', total: '{total}' }),
        Previous: translate('carousel.previous'),
        Next: translate('carousel.next'),
        Close: translate('carousel.close'),
      }}
      render={{
        controls: () => <Frame item={item} />,
        iconPrev: () => <ChevronLeft aria-hidden />,
        iconNext: () => <ChevronRight aria-hidden />,
        iconError: () => <span className={classes.failed}>{translate('carousel.failed')}</span>,
        ...(single ? { buttonPrev: () => null, buttonNext: () => null } : {}),
      }}
    />
  );
}

/** Texts above and below the picture: badge, title, place, cross; author, recipients, date. */
function Frame({ item }: { item: Announcement }) {
  const translate = useTranslate();
  const author = useAuthorName(item);
  const recipients = useRecipients(item.recipients, item.target);
  const { close } = useController();
  const head = useRef<HTMLDivElement>(null);
  useCarouselKeys(head);
  const { slides, currentIndex } = useLightboxState();
  return (
    <>
      <div ref={head} className={classes.head}>
        <NewsBadge type={item.type} />
        <b className={classes.title}>{item.title}</b>
        <span className={classes.place}>
          {translate('carousel.place', { number: currentIndex + 1, total: slides.length })}
        </span>
        <button
          type="button"
          className={classes.close}
          aria-label={translate('carousel.close')}
          title={translate('carousel.close')}
          onClick={close}
        >
          <Close aria-hidden />
        </button>
      </div>
      <div className={classes.foot}>
        <Avatar name={author} picture={item.author?.avatar ?? null} size={36} />
        <div className={classes.texts}>
          <b>{author}</b>
          <small>{recipients}</small>
        </div>
        <span className={classes.time}>
          <Moment at={item.date ?? item.date_edit} />
        </span>
      </div>
    </>
  );
}
