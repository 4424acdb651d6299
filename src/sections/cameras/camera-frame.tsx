import '#i18n/cameras-texts.ts';
import OpenInNew from '@mui/icons-material/OpenInNew';
import VideocamOffOutlined from '@mui/icons-material/VideocamOffOutlined';
import VideocamOutlined from '@mui/icons-material/VideocamOutlined';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { PX } from '#resources/limits.ts';
import classes from './camera-frame.module.css';
import { registerFrame } from './live-frames.ts';

/** URL of a stream if an iframe may open it: http(s) only; null otherwise. */
export function streamAddress(link: string): string | null {
  // An empty link would resolve to the console itself.
  if (!link.trim() || !URL.canParse(link, globalThis.location.origin)) return null;
  const { protocol, href } = new URL(link, globalThis.location.origin);
  return protocol === 'http:' || protocol === 'https:' ? href : null;
}

/** Local hosts, which browsers trust without TLS. */
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether browsers block the stream as mixed content: http inside our https page. */
export function isRefusedWithoutTls(address: string, page: Pick<Location, 'protocol'> = globalThis.location): boolean {
  const { protocol, hostname } = new URL(address);
  return page.protocol === 'https:' && protocol === 'http:' && !LOCAL_HOSTS.has(hostname);
}

/** Whether the URL has another origin than the console. */
export const isExternalUrl = (address: string): boolean => new URL(address).origin !== globalThis.location.origin;

/**
 * Iframe permissions of a stream. A page of another origin cannot access ours, so it gets what players need: its own storage, the
 * referrer, full screen.
 */
export const iframePermissions = (address: string) =>
  isExternalUrl(address)
    ? ({
        sandbox: 'allow-scripts allow-same-origin',
        referrerPolicy: 'strict-origin-when-cross-origin',
        allow: 'autoplay; fullscreen',
      } as const)
    : ({ sandbox: 'allow-scripts', referrerPolicy: 'no-referrer', allow: 'autoplay' } as const);

/** Link that opens the page of a stream in a new tab. */
export function StreamLink({
  address,
  className,
  children,
}: {
  address: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <a href={address} target="_blank" rel="noreferrer" className={className}>
      {children}
    </a>
  );
}

/**
 * Whether a stream of our own origin answers with an error, whose text is not meant for people. Responses of other origins cannot
 * be read. @param address null while nothing is shown
 */
export function useStreamFailure(address: string | null): boolean {
  const [failedAddress, setFailedAddress] = useState<string | null>(null);
  useEffect(() => {
    if (address === null || isExternalUrl(address)) return;
    const probe = new AbortController();
    fetch(address, { signal: probe.signal }).then(
      ({ ok }) => {
        setFailedAddress(ok ? null : address);
        // The body is an endless stream and is not needed here.
        probe.abort();
      },
      () => {
        if (!probe.signal.aborted) setFailedAddress(address);
      },
    );
    return () => probe.abort();
  }, [address]);
  return address !== null && failedAddress === address;
}

/** Empty frame shown during fast scrolling. */
export function EmptyFrame() {
  return <div className={classes.frame} />;
}

/**
 * The stream of a camera, exactly 316x178 px (CAM-02). It runs while it is among the few nearest visible frames; otherwise a
 * button starts it. The iframe is sandboxed (`iframePermissions`). Browsers do not report whether another origin refuses to be embedded,
 * so a link to its page is always shown.
 */
export function CameraFrame({
  name,
  link,
  children,
}: {
  name: string;
  link: string;
  /** Shown over the stream. */
  children?: ReactNode;
}) {
  const translate = useTranslate();
  const box = useRef<HTMLDivElement>(null);
  const requestStart = useRef<() => void>(() => undefined);
  const [isLive, setIsLive] = useState(false);
  const address = useMemo(() => streamAddress(link), [link]);
  const failed = useStreamFailure(isLive ? address : null);

  const isRefused = address !== null && isRefusedWithoutTls(address);
  useEffect(() => {
    if (!box.current || !address || isRefused) return;
    const frame = registerFrame(box.current, setIsLive);
    requestStart.current = frame.requestStart;
    return frame.unregister;
  }, [address, isRefused]);

  if (address && isRefused) {
    return (
      <div className={classes.frame}>
        <span className={classes.still}>
          <VideocamOffOutlined aria-hidden />
          {translate('cameras.withoutTls')}
          <StreamLink address={address} className={classes.link}>
            {translate('cameras.openPage')}
            <span className="sr-only"> {name}</span>
          </StreamLink>
        </span>
      </div>
    );
  }
  return (
    <div className={classes.frame} ref={box}>
      {address && isLive && !failed ? (
        <iframe
          title={translate('cameras.frame', { name })}
          src={address}
          width={PX.camera.width}
          height={PX.camera.height}
          loading="lazy"
          {...iframePermissions(address)}
        />
      ) : null}
      {address && isLive && isExternalUrl(address) ? (
        <StreamLink address={address} className={classes.page}>
          <OpenInNew aria-hidden />
          <span title={translate('cameras.noPicture')}>{translate('cameras.openPage')}</span>
          <span className="sr-only"> {name}</span>
        </StreamLink>
      ) : null}
      {address && !isLive ? (
        <button type="button" className={classes.still} onClick={() => requestStart.current()}>
          <VideocamOutlined aria-hidden />
          {translate('cameras.watch')}
          <span className="sr-only"> {name}</span>
        </button>
      ) : null}
      {address && !(isLive && failed) ? children : null}
      {address && !(isLive && failed) ? null : (
        <span className={classes.still}>
          <VideocamOffOutlined aria-hidden />
          {translate('cameras.noStream')}
        </span>
      )}
    </div>
  );
}
