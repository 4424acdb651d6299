import { Tinode } from 'tinode-sdk';
import { currentTime } from '#resources/clock.ts';
import { MS } from '#resources/limits.ts';
import { LIMIT_CODES } from '#resources/protocol/live.ts';
import { CHAT_API_KEY } from '#resources/rules/chat/tags.ts';
import { lookForServer, onNetwork } from '../http/online.ts';
import { raiseTokenError } from '../http/token-error.ts';
import { Contacts } from './contacts.ts';
import { Conversation } from './conversation.ts';
import { chatErrorCode, spread } from './failure.ts';
import { Groups } from './groups.ts';
import { takeMessages } from './kept-messages.ts';
import { PromptSocket } from './prompt-socket.ts';
import { ChatSignIn } from './sign-in.ts';
import { setChatTally } from './tally.ts';

/** When the chat's connection is tried again and looked at, ms; the other sockets' are in `src/data/live/socket-connection.ts`. */
const LINE = {
  /** Longest time without a try while the connection is down; the SDK's own pauses grow to half an hour (A15). */
  longest: 30_000,
  /** Before the first new try on a connection that stands and does not work; doubled at each further one. */
  first: 1_000,
  /** After so long without trouble the pauses begin anew. */
  steady: 60_000,
  /** After so long without a word the other end is asked for one. */
  quiet: 10_000,
  /** A probe is answered in this time (A1), or a question that every server answers; else the connection is dead. */
  probe: 5_000,
  /** Interval of looking for unsent messages of closed tabs. */
  left: 120_000,
  /** The clock ran on so far without us: the computer slept. */
  slept: 20_000,
} as const;

/** Key of the chat: of this installation, as the server wrote it into `index.html`, else of the chat in the box. */
function apiKey(): string {
  const note = document.getElementById('chat')?.textContent;
  return note ? (JSON.parse(note) as { apiKey: string }).apiKey : CHAT_API_KEY;
}

/**
 * The console's end of the chat (chat-protocol.md): one for the page. Keeps the connection open; each time it
 * opens, signs in, asks for the contacts again and attaches the open chat. A connection that stands and does not work – no answer, an
 * error of the server, no word after a sleep – is opened anew. Refused credentials sign the person out; a service that is not
 * there is only shown as such (CHAT-10).
 */
export class ChatClient {
  readonly contacts: Contacts;
  readonly groups: Groups;
  readonly #tinode: Tinode;
  readonly #signIn: ChatSignIn;
  readonly #conversations = new Map<string, Conversation>();
  /** Counts connections: what an earlier one was asked for no longer counts. */
  #connection = 0;
  #lastTry = 0;
  /** A try is under way; another one beside it would take its socket away. */
  #trying = false;
  /** Signed in, and the contacts are being told. */
  #resumed = false;
  /** The connection stands, and what it was asked for came to nothing. */
  #broken = false;
  /** The server has closed the last connection for being over a limit. */
  #isLimited = false;
  #pause: number = LINE.first;
  /** After so long the connection that does not work is opened anew, ms. */
  #due: number = LINE.first;
  #looked = currentTime();
  /** When a word came last. */
  #heard = currentTime();
  /** When a probe was sent; 0: nothing is waited for. */
  #probed = 0;
  /** When the server was asked because it left a probe unanswered, as one that knows of none does; 0: not yet. */
  #asked = 0;

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
    const note = this.#tinode.note.bind(this.#tinode);
    // The SDK tells what was received from a timer, and would throw there when the connection has broken meanwhile.
    this.#tinode.note = (...told) => {
      if (this.#tinode.isConnected()) note(...told);
    };
    this.contacts = new Contacts(this.#tinode);
    this.groups = new Groups(this.#tinode);
    this.#signIn = new ChatSignIn(this.#tinode);
    this.#tinode.onConnect = () => void this.#greeted();
    this.#tinode.onDisconnect = () => this.#lost();
    this.#tinode.onAutoreconnectIteration = (_delay, attempt) => {
      if (attempt) this.#follow(attempt);
    };
    // Whatever comes says that the connection lives.
    this.#tinode.onRawMessage = () => {
      this.#probed = 0;
      this.#asked = 0;
      this.#heard = currentTime();
    };
    setChatTally({ link: 'connecting' });
    this.#connect();
    // Looked at every second (G-66); what came back from sleep or from a tunnel does not wait for its turn.
    setInterval(() => this.#look(), MS.socketPoll);
    // A tab that crashed counts as open for a while.
    setInterval(() => void this.#takeLeft(), LINE.left);
    globalThis.addEventListener('online', () => this.retry());
    onNetwork(() => this.retry());
    globalThis.addEventListener('beforeunload', (event) => {
      if ([...this.#conversations.values()].some(({ isLosing }) => isLosing)) event.preventDefault();
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'hidden') this.retry();
    });
  }

  /** The chat's id of the signed-in person, `usr…`; empty before. */
  get self(): string {
    return this.#tinode.getCurrentUserID() ?? '';
  }

  /** Tries at once instead of waiting; a connection that seems to stand is probed. */
  retry(): void {
    if (this.#trying && currentTime() - this.#lastTry < LINE.probe) return;
    if (!this.#tinode.isConnected()) this.#connect();
    else if (this.#broken) this.#renew();
    else this.#probe();
  }

  /** The conversation of a name; the same object each time. */
  conversation(name: string): Conversation {
    const known = this.#conversations.get(name);
    if (known) return known;
    const conversation = new Conversation(this.#tinode, name, (error) => this.#trouble(error));
    this.#conversations.set(name, conversation);
    return conversation;
  }

  /** The address under which the browser gets an uploaded file (A13); addresses elsewhere stay as they are. */
  fileAddress(address: string, download = false): string {
    if (!address.startsWith('/')) return address;
    const authorized = this.#tinode.authorizeURL(address);
    return download ? `${authorized}&asatt=1` : authorized;
  }

  #connect(): void {
    this.#follow(this.#tinode.connect());
  }

  #follow(attempt: Promise<unknown>): void {
    this.#lastTry = currentTime();
    this.#trying = true;
    const endTry = () => {
      this.#trying = false;
    };
    // A failed try is told by onDisconnect.
    attempt.then(endTry, endTry);
  }

  /** Opens the connection anew. */
  #renew(): void {
    this.#pause = Math.min(this.#pause * 2, LINE.longest);
    this.#tinode.disconnect();
    this.#connect();
  }

  #lost(): void {
    this.#connection += 1;
    this.#trying = false;
    this.#resumed = false;
    this.#broken = false;
    this.#probed = 0;
    this.#asked = 0;
    for (const conversation of this.#conversations.values()) conversation.lost();
    setChatTally({ link: 'waiting' });
    if (this.#isLimited) this.#comeBackLater();
  }

  /** Waits longer each time: the SDK's own pauses begin anew with every greeting. */
  #comeBackLater(): void {
    this.#isLimited = false;
    this.#tinode.disconnect();
    setTimeout(() => {
      if (!this.#trying && !this.#tinode.isConnected()) this.#connect();
    }, spread(this.#pause));
    this.#pause = Math.min(this.#pause * 2, LINE.longest);
  }

  /** Asks the other end for a word. */
  #probe(): void {
    if (this.#probed) return;
    this.#probed = currentTime();
    this.#tinode.networkProbe();
  }

  /** Asks for the page's own id: every server of the protocol answers it, also one without the probe. */
  #ask(): void {
    this.#asked = currentTime();
    const me = this.#tinode.getMeTopic();
    // Any message shows that the connection lives; a missing one is noticed by the next check.
    me.getMeta(me.startMetaQuery().withDesc().build()).catch((error: unknown) =>
      console.info('chat: no answer to a question', error),
    );
  }

  #look(): void {
    const now = currentTime();
    const slept = now - this.#looked > LINE.slept;
    this.#looked = now;
    // The clock may have been set back.
    this.#heard = Math.min(this.#heard, now);
    const offline = globalThis.navigator.onLine === false;
    const since = now - this.#lastTry;
    if (!this.#tinode.isConnected()) {
      if (!offline && since > LINE.longest) this.#connect();
      return;
    }
    const unanswered = this.#probed > 0 && now - this.#probed > LINE.probe;
    if (unanswered && this.#resumed && this.#asked === 0) this.#ask();
    const dead = unanswered && (!this.#resumed || now - this.#asked > LINE.probe);
    const late = !this.#resumed && since > LINE.longest;
    if (dead) void lookForServer();
    if (dead || late || (this.#broken && since > this.#due)) {
      this.#renew();
      return;
    }
    if (slept || now - this.#heard > LINE.quiet) this.#probe();
    if (since > LINE.steady) this.#pause = LINE.first;
    if (offline) setChatTally({ link: 'waiting' });
    else if (this.#resumed && !this.#broken) setChatTally({ link: 'open' });
  }

  /** Handles a failure of a chat: an answer that never came may be a dead connection, or an attachment that only the server knows of. */
  #trouble(error: unknown): void {
    if (!this.#tinode.isConnected() || this.#broken) return;
    const code = chatErrorCode(error);
    if (code === 504) this.#probe();
    else this.#fail(error);
  }

  /** The connection stands and does not work: it is opened anew after a pause. */
  #fail(error: unknown): void {
    console.info('chat: the connection does not work', error);
    this.#broken = true;
    this.#due = spread(this.#pause);
    this.#lastTry = currentTime();
    setChatTally({ link: 'waiting' });
  }

  async #greeted(): Promise<void> {
    this.#lastTry = currentTime();
    const connection = this.#connection;
    const entry = await this.#signIn.enter();
    // The connection broke on the way: the next one begins anew.
    if (connection !== this.#connection) return;
    if (entry === 'in') return this.#resume(connection);
    if (entry === 'unreachable') return this.#fail(entry);
    this.#tinode.disconnect();
    setChatTally({ link: 'signedOut' });
    if (entry === 'refused') raiseTokenError();
  }

  /** Sends messages that a closed page has left unsent. */
  async #takeLeft(): Promise<void> {
    if (!this.#resumed) return;
    const own = (await takeMessages()).filter(({ self }) => self === '' || self === this.self);
    for (const topic of new Set(own.map((message) => message.topic))) {
      void this.conversation(topic).take(own.filter((message) => message.topic === topic));
    }
  }

  async #resume(connection: number): Promise<void> {
    try {
      await this.contacts.attach();
    } catch (error) {
      if (connection === this.#connection) this.#fail(error);
      return;
    }
    if (connection !== this.#connection) return;
    this.#resumed = true;
    setChatTally({ link: 'open' });
    void this.#takeLeft();
    await Promise.all([...this.#conversations.values()].map((conversation) => conversation.resume()));
  }
}
