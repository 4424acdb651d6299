import type { Contact, Tinode } from 'tinode-sdk';
import { PAGE } from '#resources/limits.ts';
import { findAny } from '#resources/rules/chat/tags.ts';
import { createListeners } from '../listeners.ts';
import { NotAttached } from './failure.ts';
import { type ChatPerson, readPerson, samePeople } from './people.ts';
import { setChatTally } from './tally.ts';

/** How long a contact counts as typing after the last sign of it, ms (A10). */
const TYPING = 4_000;

/** A message that came in. */
export interface Arrival {
  name: string;
}

/** Everybody one talks to, from `me`, and everybody the tags in question find, from `fnd` (A5, A6). */
export class Contacts {
  readonly #tinode: Tinode;
  readonly #listeners = createListeners();
  readonly #arrivals = new Set<(arrival: Arrival) => void>();
  readonly #deletions = createListeners();
  readonly #seqs = new Map<string, number>();
  readonly #typing = new Map<string, ReturnType<typeof setTimeout>>();
  #people: readonly ChatPerson[] = [];
  #typists: ReadonlySet<string> = new Set();
  #found = new Map<string, Contact>();
  #query = '';
  #asked = '';
  #ready = false;
  /** The server has told of the chats, and they were looked at once: what comes from now on is news. */
  #told = false;
  #listed = false;
  #pending = false;

  constructor(tinode: Tinode) {
    this.#tinode = tinode;
    tinode.onInfoMessage = (info) => {
      if (info.what === 'kp') this.#typed(String(info.topic === 'me' ? info.src : info.topic));
    };
    // A person without chats gets a code in place of a list (A5).
    tinode.onCtrlMessage = ({ topic, code, params }) => {
      if (topic !== 'me' || code !== 204 || params?.what !== 'sub') return;
      this.#told = true;
      this.#changed();
    };
  }

  /** Whether the list has come at least once. */
  get ready(): boolean {
    return this.#ready;
  }

  /** Everybody; the same array until something changes. */
  get people(): readonly ChatPerson[] {
    return this.#people;
  }

  /** Names of the chats with a person typing now; the same set until it changes. */
  get typists(): ReadonlySet<string> {
    return this.#typists;
  }

  follow(listener: () => void): () => void {
    return this.#listeners.follow(listener);
  }

  /** Calls back for every message of another person. */
  onArrival(listener: (arrival: Arrival) => void): () => void {
    this.#arrivals.add(listener);
    return () => this.#arrivals.delete(listener);
  }

  /** Calls back when messages were deleted, by whomever. */
  onDeletion(listener: () => void): () => void {
    return this.#deletions.follow(listener);
  }

  /** Says that the person has deleted messages here. */
  tellDeletion(): void {
    this.#deletions.tell();
  }

  /** After every sign-in: asks for the list again, and the search. */
  async attach(): Promise<void> {
    const me = this.#tinode.getMeTopic();
    me.onContactUpdate = (change, contact) => {
      if (change === 'del') this.#deletions.tell();
      // Brought into a group again: the SDK knows its rights and not its name.
      const name = contact?.name ?? '';
      if (change === 'acs' && name.startsWith('grp') && !contact?.public) {
        me.getMeta(me.startMetaQuery().withOneSub(undefined, name).build()).catch((error: unknown) =>
          console.info('chat: a group was not read', error),
        );
      }
      this.#changed();
    };
    me.onSubsUpdated = () => {
      this.#told = true;
      this.#changed();
    };
    await me.subscribe(me.startMetaQuery().withLaterSub().withDesc().withTags().build());
    // Told that it is attached already, the SDK does not take it as attached (A7).
    if (!me.isSubscribed()) throw new NotAttached();
    this.#ready = true;
    this.#changed();
    this.#asked = '';
    await this.#search();
  }

  /** Finds the contacts with one of these tags. */
  find(tags: readonly string[]): void {
    this.#query = findAny(tags);
    void this.#search();
  }

  async #search(): Promise<void> {
    if (!this.#ready || !this.#tinode.isAuthenticated() || this.#query === this.#asked) return;
    const query = this.#query;
    this.#asked = query;
    const fnd = this.#tinode.getFndTopic();
    try {
      if (!fnd.isSubscribed()) await fnd.subscribe(fnd.startMetaQuery().withSub().build());
      fnd.onSubsUpdated = () => this.#readFound();
      await fnd.setMeta({ desc: { public: query || '␡' } });
      await fnd.getMeta(fnd.startMetaQuery().withSub().build());
      this.#readFound();
    } catch (error) {
      // The connection broke: the search is repeated after the next sign-in. What a server refuses is no reason to stop.
      if (this.#query === query) this.#asked = '';
      console.info('chat: search failed', error);
    }
  }

  #readFound(): void {
    const contactsByName = new Map<string, Contact>();
    this.#tinode.getFndTopic().contacts((contact) => {
      const name = contact.topic ?? contact.user;
      if (name) contactsByName.set(name, contact);
    });
    this.#found = contactsByName;
    this.#changed();
  }

  /** Reads everything anew, once for all changes of this moment. */
  #changed(): void {
    if (this.#pending) return;
    this.#pending = true;
    setTimeout(() => {
      this.#pending = false;
      this.#read();
    }, 0);
  }

  #read(): void {
    const people: ChatPerson[] = [];
    const newArrivals: Arrival[] = [];
    const listedNames = new Set<string>();
    let unread = 0;
    this.#tinode.getMeTopic().contacts((contact) => {
      const name = contact.name ?? contact.topic ?? '';
      if (!/^(usr|grp)/.test(name)) return;
      // One that was left: the SDK remembers its name alone.
      if (name.startsWith('grp') && !contact.acs?.isJoiner?.()) return;
      listedNames.add(name);
      const person = readPerson(name, contact, this.#found.get(name));
      people.push(person);
      unread += person.unread;
      const before = this.#seqs.get(name);
      const seq = contact.seq ?? 0;
      const isNews = this.#listed && (before === undefined || seq > before);
      if (isNews && person.unread > 0) newArrivals.push({ name });
      this.#seqs.set(name, Math.max(seq, before ?? 0));
    });
    for (const [name, contact] of this.#found)
      if (!listedNames.has(name)) people.push(readPerson(name, contact, contact));
    this.#listed = this.#told;
    people.sort((a, b) => b.touched - a.touched || a.title.localeCompare(b.title, 'ru'));
    setChatTally({ unread });
    if (!samePeople(people, this.#people)) {
      this.#people = people;
      this.#tell();
    }
    for (const arrival of newArrivals) {
      this.#stopTyping(arrival.name);
      for (const listener of [...this.#arrivals]) listener(arrival);
    }
  }

  #typed(name: string): void {
    clearTimeout(this.#typing.get(name));
    this.#typing.set(
      name,
      setTimeout(() => this.#stopTyping(name), TYPING),
    );
    this.#tellTypists();
  }

  #stopTyping(name: string): void {
    clearTimeout(this.#typing.get(name));
    if (this.#typing.delete(name)) this.#tellTypists();
  }

  #tellTypists(): void {
    this.#typists = new Set(this.#typing.keys());
    this.#tell();
  }

  #tell(): void {
    this.#listeners.tell();
  }
}

/** Messages of a page of history (CHAT-13). */
export const HISTORY_PAGE = PAGE.chatHistory;
