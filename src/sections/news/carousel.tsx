import '#i18n/carousel-texts.ts';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Close from '@mui/icons-material/Close';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import Lightbox, { useController, useLightboxState } from 'yet-another-react-lightbox';
import { Avatar } from '#console/ui/display/avatar.tsx';
import { Moment } from '#console/ui/display/moment.tsx';
import { useToastOffset } from '#console/ui/states/toast-offset.ts';
import type { Announcement } from '#resources/protocol/news/news-answers.ts';
import { useRecipients } from './audience/recipients.ts';
import 'yet-another-react-lightbox/styles.css';
import classes from './carousel.module.css';
import { useAuthorName } from './news-author.ts';
import { NewsBadge } from './news-badge.tsx';

/**
 * Keyboard of the carousel (NEWS-20, NEWS-21): Tab cycles through its buttons; arrows and Escape work even if nothing on the page
 * has the focus, e.g. after a visit to the toolbar of the browser.
 * @param containerRef any element inside the carousel
 */
function useCarouselKeys(containerRef: RefObject<HTMLElement | null>): void {
  const { prev, next, close } = useController();
  useEffect(() => {
    const cycleFocus = (event: KeyboardEvent) => {
      const dialog = containerRef.current?.closest('[role="dialog"]');
      const buttons = [...(dialog?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])];
      const index = buttons.indexOf(document.activeElement as HTMLElement);
      const isAtEnd = event.shiftKey ? index <= 0 : index < 0 || index === buttons.length - 1;
      const target = isAtEnd ? buttons.at(event.shiftKey ? -1 : 0) : undefined;
      if (!target) return;
      event.preventDefault();
      target.focus();
    };
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === 'Tab') cycleFocus(event);
      if (document.activeElement !== document.body) return;
      if (event.key === 'ArrowLeft') prev();
      if (event.key === 'ArrowRight') next();
      if (event.key === 'Escape') close();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [containerRef, prev, next, close]);
}

/**
 * Full-page carousel of the pictures of an announcement (NEWS-13, NEWS-19…22), loaded as a separate chunk: arrow keys and swipes
 * cycle, Esc and the button close it; the page behind does not scroll and gets the focus back afterwards.
 * @param firstIndex index of the first picture shown
 */
export default function Carousel({
  item,
  firstIndex,
  onClose,
}: {
  item: Announcement;
  firstIndex: number;
  onClose: () => void;
}) {
  const translate = useTranslate();
  useToastOffset();
  // Kept from the first render, because new slide objects would reset the carousel to its first picture.
  const [slides] = useState(() =>
    item.image_attachments.map((picture) => ({ src: picture.large?.file ?? picture.medium.file, alt: picture.name })),
  );
  const isSingle = slides.length === 1;
  return (
    <Lightbox
      open
      close={onClose}
      index={firstIndex}
      slides={slides}
      carousel={{ finite: isSingle, padding: 0, preload: 1 }}
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
        controls: () => <CarouselFrame item={item} />,
        iconPrev: () => <ChevronLeft aria-hidden />,
        iconNext: () => <ChevronRight aria-hidden />,
        iconError: () => <span className={classes.failed}>{translate('carousel.failed')}</span>,
        ...(isSingle ? { buttonPrev: () => null, buttonNext: () => null } : {}),
      }}
    />
  );
}

/** Above and below the picture: badge, title, position, close button; author, recipients, date. */
function CarouselFrame({ item }: { item: Announcement }) {
  const translate = useTranslate();
  const author = useAuthorName(item);
  const recipients = useRecipients(item.recipients, item.target);
  const { close } = useController();
  const headRef = useRef<HTMLDivElement>(null);
  useCarouselKeys(headRef);
  const { slides, currentIndex } = useLightboxState();
  return (
    <>
      <div ref={headRef} className={classes.head}>
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
