import { Tinode } from 'tinode-sdk';
import { CHAT_API_KEY } from '#resources/chat-tags.ts';
import { MS } from '#resources/limits.ts';
import { raiseTokenError } from '../token-error.ts';
import { Contacts } from './contacts.ts';
import { Groups } from './groups.ts';
import { ChatLine } from './line.ts';
import { ChatSignIn } from './sign-in.ts';
import { setChatTally } from './tally.ts';

/** Longest time without a try while the line is down, ms; the SDK's own pauses grow to half an hour (A15). */
const LONGEST_PAUSE = 30_000;

/** Key of the chat: of this installation, as the server wrote it into `index.html`, else of the chat in the box. */
function apiKey(): string {
  const note = document.getElementById('chat')?.textContent;
  return note ? (JSON.parse(note) as { apiKey: string }).apiKey : CHAT_API_KEY;
}

/**
 * The console's end of the chat (B§4, chat-protocol.md): one for the page. Keeps the line open, signs in after every
 * connection, asks for the contacts again and attaches the open chat. Refused credentials sign the person out; a service that
 * is not there is only shown as such (CHAT-10).
 */
export class ChatClient {
  readonly contacts: Contacts;
  readonly groups: Groups;
  readonly #tinode: Tinode;
  readonly #signIn: ChatSignIn;
  readonly #lines = new Map<string, ChatLine>();
  #lastTry = 0;
  /** A try is under way; another one beside it would take its socket away. */
  #trying = false;

  constructor() {
    this.#tinode = new Tinode({
      appName: 'Upravdom/1.0',
      host: globalThis.location.host,
      apiKey: apiKey(),
      transport: 'ws',
      secure: globalThis.location.protocol === 'https:',
      persist: false,
    });
    this.contacts = new Contacts(this.#tinode);
    this.groups = new Groups(this.#tinode);
    this.#signIn = new ChatSignIn(this.#tinode);
    this.#tinode.onConnect = () => void this.#greeted();
    this.#tinode.onDisconnect = () => {
      this.#trying = false;
      for (const line of this.#lines.values()) line.lost();
      setChatTally({ link: 'waiting' });
    };
    this.#tinode.onAutoreconnectIteration = (_delay, attempt) => {
      if (attempt) this.#follow(attempt);
    };
    setChatTally({ link: 'connecting' });
    this.#connect();
    // Looked at every second (G-66); what came back from sleep or from a tunnel does not wait for its turn.
    setInterval(() => this.#look(), MS.socketPoll);
    globalThis.addEventListener('online', () => this.retry());
  }

  /** Who is signed in: `usr…`; empty before. */
  get self(): string {
    return this.#tinode.getCurrentUserID() ?? '';
  }

  /** Tries at once instead of waiting. */
  retry(): void {
    if (this.#trying) return;
    if (!this.#tinode.isConnected()) this.#connect();
    else if (!this.#tinode.isAuthenticated()) void this.#greeted();
  }

  /** A chat with somebody; the same object each time. */
  line(name: string): ChatLine {
    const known = this.#lines.get(name);
    if (known) return known;
    const line = new ChatLine(this.#tinode, name);
    this.#lines.set(name, line);
    return line;
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
    this.#lastTry = Date.now();
    this.#trying = true;
    const over = () => {
      this.#trying = false;
    };
    // A failed try is told by onDisconnect.
    attempt.then(over, over);
  }

  #look(): void {
    const offline = globalThis.navigator.onLine === false;
    if (this.#tinode.isConnected()) {
      if (offline) setChatTally({ link: 'waiting' });
      else if (this.#tinode.isAuthenticated()) setChatTally({ link: 'open' });
      else if (Date.now() - this.#lastTry > LONGEST_PAUSE) this.retry();
      return;
    }
    if (!offline && Date.now() - this.#lastTry > LONGEST_PAUSE) this.#connect();
  }

  async #greeted(): Promise<void> {
    this.#lastTry = Date.now();
    const entry = await this.#signIn.enter();
    if (entry === 'in') {
      await this.#resume();
      return;
    }
    if (entry === 'unreachable') {
      setChatTally({ link: 'waiting' });
      return;
    }
    this.#tinode.disconnect();
    setChatTally({ link: 'signedOut' });
    if (entry === 'refused') raiseTokenError();
  }

  async #resume(): Promise<void> {
    try {
      await this.contacts.attach();
      setChatTally({ link: 'open' });
      await Promise.all([...this.#lines.values()].map((line) => line.resume()));
    } catch (error) {
      // The line broke on the way: the next connection begins anew.
      console.info('chat: not resumed', error);
    }
  }
}
