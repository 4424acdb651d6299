import { Tinode } from 'tinode-sdk';
import { currentTime } from '#resources/clock.ts';
import { MS } from '#resources/limits.ts';
import { LIMIT_CODES } from '#resources/protocol/live.ts';
import { CHAT_API_KEY } from '#resources/rules/chat/tags.ts';
import { onNetworkReturn, waitForServer } from '../http/online.ts';
import { handleDeadToken } from '../http/token-error.ts';
import { Contacts } from './contacts.ts';
import { Conversation } from './conversation.ts';
import { addJitter, chatErrorCode } from './failure.ts';
import { Groups } from './groups.ts';
import { PromptSocket } from './prompt-socket.ts';
import { ChatSignIn } from './sign-in.ts';
import { setChatTally } from './tally.ts';
import { takeMessages } from './unsent-messages.ts';

/** Timing of the chat connection, ms; that of the other sockets is in `src/data/live/socket-connection.ts`. */
const TIMING = {
  /** Longest time between attempts while disconnected; the pauses of the SDK grow to half an hour (A15). */
  maxDelay: 30_000,
  /** Delay before the first reconnect of a connection that is open but does not work; doubled each time. */
  firstDelay: 1_000,
  /** Time without failures after which the delays start over. */
  stableAfter: 60_000,
  /** Silence after which the server is probed. */
  probeAfter: 10_000,
  /** Timeout of a probe (A1) and of the fallback query that every server answers; after both the connection counts as dead. */
  probeTimeout: 5_000,
  /** Interval of checks for unsent messages of closed tabs. */
  unsentCheckInterval: 120_000,
  /** Gap between two checks that means the computer was asleep. */
  sleepGap: 20_000,
} as const;

/** API key of the chat: from `index.html`, where the server writes it, else that of the bundled chat server. */
function apiKey(): string {
  const configText = document.getElementById('chat')?.textContent;
  return configText ? (JSON.parse(configText) as { apiKey: string }).apiKey : CHAT_API_KEY;
}

/**
 * The chat client of this page (chat-protocol.md). Keeps the connection open; after each connect it signs in, reloads the
 * contacts and reattaches the open chat. A connection that is open but does not work (no answer, a server error, silence after
 * sleep) is reopened. Refused credentials sign the person out; a chat service that cannot be reached is only shown as such
 * (CHAT-10).
 */
export class ChatClient {
  readonly contacts: Contacts;
  readonly groups: Groups;
  readonly #tinode: Tinode;
  readonly #signIn: ChatSignIn;
  readonly #conversations = new Map<string, Conversation>();
  /** Number of the current connection; results of earlier ones are ignored. */
  #connection = 0;
  #lastAttemptAt = 0;
  /** An attempt is in progress; a second one would take over its socket. */
  #isConnecting = false;
  /** Signed in and attached to the contacts. */
  #isReady = false;
  /** The connection is open, but a request on it has failed. */
  #isBroken = false;
  /** The server closed the last connection because of a limit. */
  #isLimited = false;
  #retryDelay: number = TIMING.firstDelay;
  /** Delay before a connection that does not work is reopened, ms. */
  #reopenDelay: number = TIMING.firstDelay;
  #lastCheckAt = currentTime();
  /** Time of the last message from the server. */
  #lastMessageAt = currentTime();
  /** Time of the pending probe; 0 when none is pending. */
  #probedAt = 0;
  /**
   * Time of the fallback query, sent when a probe got no answer because the server may not support probes; 0 when none was sent.
   */
  #queriedAt = 0;

  constructor() {
    Tinode.setNetworkProviders(PromptSocket, globalThis.XMLHttpRequest);
    PromptSocket.onCode = (code) => {
      this.#isLimited = LIMIT_CODES.has(code);
    };
    this.#tinode = new Tinode({
      appName: 'Upravdom/1.0',
      host: globalThis.location.host,
      apiKey: apiKey(),
      transport: 'ws',
      secure: globalThis.location.protocol === 'https:',
      persist: false,
    });
    const sendNote = this.#tinode.note.bind(this.#tinode);
    // The SDK sends receipts from a timer and would throw there if the connection has broken meanwhile.
    this.#tinode.note = (...args) => {
      if (this.#tinode.isConnected()) sendNote(...args);
    };
    this.contacts = new Contacts(this.#tinode);
    this.groups = new Groups(this.#tinode);
    this.#signIn = new ChatSignIn(this.#tinode);
    this.#tinode.onConnect = () => void this.#handleConnect();
    this.#tinode.onDisconnect = () => this.#handleDisconnect();
    this.#tinode.onAutoreconnectIteration = (_delay, attempt) => {
      if (attempt) this.#trackAttempt(attempt);
    };
    // Any message proves that the connection is alive.
    this.#tinode.onRawMessage = () => {
      this.#probedAt = 0;
      this.#queriedAt = 0;
      this.#lastMessageAt = currentTime();
    };
    setChatTally({ link: 'connecting' });
    this.#connect();
    // Checked every second (G-66), so that a page that wakes up reconnects at once.
    setInterval(() => this.#checkConnection(), MS.socketPoll);
    // A crashed tab counts as open for a while, so check again later.
    setInterval(() => void this.#takeUnsent(), TIMING.unsentCheckInterval);
    globalThis.addEventListener('online', () => this.retry());
    onNetworkReturn(() => this.retry());
    globalThis.addEventListener('beforeunload', (event) => {
      if ([...this.#conversations.values()].some(({ isLosing }) => isLosing)) event.preventDefault();
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'hidden') this.retry();
    });
  }

  /** Chat id of the signed-in person, `usr…`; empty before sign-in. */
  get self(): string {
    return this.#tinode.getCurrentUserID() ?? '';
  }

  /** Connects at once instead of waiting; probes a connection that seems to be open. */
  retry(): void {
    if (this.#isConnecting && currentTime() - this.#lastAttemptAt < TIMING.probeTimeout) return;
    if (!this.#tinode.isConnected()) this.#connect();
    else if (this.#isBroken) this.#reopen();
    else this.#probe();
  }

  /** The conversation with this name; always the same object. */
  conversation(name: string): Conversation {
    const existing = this.#conversations.get(name);
    if (existing) return existing;
    const conversation = new Conversation(this.#tinode, name, (error) => this.#handleChatError(error));
    this.#conversations.set(name, conversation);
    return conversation;
  }

  /** URL from which the browser can load an uploaded file (A13); URLs of other servers are returned unchanged. */
  fileAddress(address: string, download = false): string {
    if (!address.startsWith('/')) return address;
    const authorized = this.#tinode.authorizeURL(address);
    return download ? `${authorized}&asatt=1` : authorized;
  }

  #connect(): void {
    this.#trackAttempt(this.#tinode.connect());
  }

  #trackAttempt(attempt: Promise<unknown>): void {
    this.#lastAttemptAt = currentTime();
    this.#isConnecting = true;
    const endAttempt = () => {
      this.#isConnecting = false;
    };
    // A failed attempt is handled by onDisconnect.
    attempt.then(endAttempt, endAttempt);
  }

  /** Reopens the connection. */
  #reopen(): void {
    this.#retryDelay = Math.min(this.#retryDelay * 2, TIMING.maxDelay);
    this.#tinode.disconnect();
    this.#connect();
  }

  #handleDisconnect(): void {
    this.#connection += 1;
    this.#isConnecting = false;
    this.#isReady = false;
    this.#isBroken = false;
    this.#probedAt = 0;
    this.#queriedAt = 0;
    for (const conversation of this.#conversations.values()) conversation.handleDisconnect();
    setChatTally({ link: 'waiting' });
    if (this.#isLimited) this.#reconnectLater();
  }

  /** Reconnects after a growing delay, because the SDK resets its own delay with every successful connect. */
  #reconnectLater(): void {
    this.#isLimited = false;
    this.#tinode.disconnect();
    setTimeout(() => {
      if (!this.#isConnecting && !this.#tinode.isConnected()) this.#connect();
    }, addJitter(this.#retryDelay));
    this.#retryDelay = Math.min(this.#retryDelay * 2, TIMING.maxDelay);
  }

  /** Sends a probe unless one is pending. */
  #probe(): void {
    if (this.#probedAt) return;
    this.#probedAt = currentTime();
    this.#tinode.networkProbe();
  }

  /** Queries `me`, which every server of the protocol answers, also one that does not support probes. */
  #queryServer(): void {
    this.#queriedAt = currentTime();
    const me = this.#tinode.getMeTopic();
    // Any message resets the probe; a missing one is noticed by the next check.
    me.getMeta(me.startMetaQuery().withDesc().build()).catch((error: unknown) =>
      console.info('chat: no answer to a question', error),
    );
  }

  #checkConnection(): void {
    const now = currentTime();
    const hasSlept = now - this.#lastCheckAt > TIMING.sleepGap;
    this.#lastCheckAt = now;
    // The clock may have been set back.
    this.#lastMessageAt = Math.min(this.#lastMessageAt, now);
    const isOffline = globalThis.navigator.onLine === false;
    const sinceAttempt = now - this.#lastAttemptAt;
    if (!this.#tinode.isConnected()) {
      if (!isOffline && sinceAttempt > TIMING.maxDelay) this.#connect();
      return;
    }
    const isUnanswered = this.#probedAt > 0 && now - this.#probedAt > TIMING.probeTimeout;
    if (isUnanswered && this.#isReady && this.#queriedAt === 0) this.#queryServer();
    const isDead = isUnanswered && (!this.#isReady || now - this.#queriedAt > TIMING.probeTimeout);
    const isLate = !this.#isReady && sinceAttempt > TIMING.maxDelay;
    if (isDead) void waitForServer();
    if (isDead || isLate || (this.#isBroken && sinceAttempt > this.#reopenDelay)) {
      this.#reopen();
      return;
    }
    if (hasSlept || now - this.#lastMessageAt > TIMING.probeAfter) this.#probe();
    if (sinceAttempt > TIMING.stableAfter) this.#retryDelay = TIMING.firstDelay;
    if (isOffline) setChatTally({ link: 'waiting' });
    else if (this.#isReady && !this.#isBroken) setChatTally({ link: 'open' });
  }

  /**
   * Handles a failed chat request: a timeout may mean a dead connection; other errors reopen the connection, since the server may
   * consider the chat attached.
   */
  #handleChatError(error: unknown): void {
    if (!this.#tinode.isConnected() || this.#isBroken) return;
    const code = chatErrorCode(error);
    if (code === 504) this.#probe();
    else this.#markBroken(error);
  }

  /** Marks the connection as broken; it is reopened after a delay. */
  #markBroken(error: unknown): void {
    console.info('chat: the connection does not work', error);
    this.#isBroken = true;
    this.#reopenDelay = addJitter(this.#retryDelay);
    this.#lastAttemptAt = currentTime();
    setChatTally({ link: 'waiting' });
  }

  async #handleConnect(): Promise<void> {
    this.#lastAttemptAt = currentTime();
    const connection = this.#connection;
    const result = await this.#signIn.enter();
    // The connection broke meanwhile: the next one signs in again.
    if (connection !== this.#connection) return;
    if (result === 'in') return this.#resume(connection);
    if (result === 'unreachable') return this.#markBroken(result);
    this.#tinode.disconnect();
    setChatTally({ link: 'signedOut' });
    if (result === 'refused') handleDeadToken();
  }

  /** Takes over and sends unsent messages of closed pages. */
  async #takeUnsent(): Promise<void> {
    if (!this.#isReady) return;
    const ownMessages = (await takeMessages()).filter(({ self }) => self === '' || self === this.self);
    for (const topic of new Set(ownMessages.map((message) => message.topic))) {
      void this.conversation(topic).takeOver(ownMessages.filter((message) => message.topic === topic));
    }
  }

  async #resume(connection: number): Promise<void> {
    try {
      await this.contacts.attach();
    } catch (error) {
      if (connection === this.#connection) this.#markBroken(error);
      return;
    }
    if (connection !== this.#connection) return;
    this.#isReady = true;
    setChatTally({ link: 'open' });
    void this.#takeUnsent();
    await Promise.all([...this.#conversations.values()].map((conversation) => conversation.resume()));
  }
}
