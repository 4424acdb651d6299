import type { Contact, Tinode } from 'tinode-sdk';
import { PAGE } from '#resources/limits.ts';
import { anyTagQuery } from '#resources/rules/chat/tags.ts';
import { createListeners } from '../listeners.ts';
import { NotAttached } from './failure.ts';
import { arePeopleEqual, type ChatPerson, readPerson } from './people.ts';
import { setChatTally } from './tally.ts';

/** Time after the last typing signal during which a contact counts as typing, ms (A10). */
const TYPING_MS = 4_000;

/** A new message from another person. */
export interface NewMessage {
  name: string;
}

/** Contacts: existing chats from `me`, and search results by tags from `fnd` (A5, A6). */
export class Contacts {
  readonly #tinode: Tinode;
  readonly #listeners = createListeners();
  readonly #arrivals = new Set<(arrival: NewMessage) => void>();
  readonly #deletions = createListeners();
  readonly #seqs = new Map<string, number>();
  readonly #typing = new Map<string, ReturnType<typeof setTimeout>>();
  #people: readonly ChatPerson[] = [];
  #typists: ReadonlySet<string> = new Set();
  #searchResults = new Map<string, Contact>();
  #query = '';
  #searchedQuery = '';
  #isReady = false;
  /** The list of chats has arrived and was read once, so later messages are new. */
  #hasList = false;
  #wasListRead = false;
  #isReadScheduled = false;

  constructor(tinode: Tinode) {
    this.#tinode = tinode;
    tinode.onInfoMessage = (info) => {
      if (info.what === 'kp') this.#handleTyping(String(info.topic === 'me' ? info.src : info.topic));
    };
    // For a person without chats the server sends a status code instead of a list (A5).
    tinode.onCtrlMessage = ({ topic, code, params }) => {
      if (topic !== 'me' || code !== 204 || params?.what !== 'sub') return;
      this.#hasList = true;
      this.#scheduleRead();
    };
  }

  /** Whether the list has loaded at least once. */
  get ready(): boolean {
    return this.#isReady;
  }

  /** All contacts; the same array until something changes. */
  get people(): readonly ChatPerson[] {
    return this.#people;
  }

  /** Names of the chats in which somebody is typing; the same set until it changes. */
  get typists(): ReadonlySet<string> {
    return this.#typists;
  }

  subscribe(listener: () => void): () => void {
    return this.#listeners.subscribe(listener);
  }

  /** Subscribes to new messages of other people; returns the unsubscribe function. */
  onArrival(listener: (arrival: NewMessage) => void): () => void {
    this.#arrivals.add(listener);
    return () => this.#arrivals.delete(listener);
  }

  /** Subscribes to deletions of messages by anyone; returns the unsubscribe function. */
  onDeletion(listener: () => void): () => void {
    return this.#deletions.subscribe(listener);
  }

  /** Notifies the listeners that the person has deleted messages on this page. */
  notifyDeletion(): void {
    this.#deletions.notify();
  }

  /** Called after every sign-in: loads the list again and repeats the search. */
  async attach(): Promise<void> {
    const me = this.#tinode.getMeTopic();
    me.onContactUpdate = (change, contact) => {
      if (change === 'del') this.#deletions.notify();
      // After rejoining a group the SDK knows its rights but not its name.
      const name = contact?.name ?? '';
      if (change === 'acs' && name.startsWith('grp') && !contact?.public) {
        me.getMeta(me.startMetaQuery().withOneSub(undefined, name).build()).catch((error: unknown) =>
          console.info('chat: a group was not read', error),
        );
      }
      this.#scheduleRead();
    };
    me.onSubsUpdated = () => {
      this.#hasList = true;
      this.#scheduleRead();
    };
    await me.subscribe(me.startMetaQuery().withLaterSub().withDesc().withTags().build());
    // On 304 (already attached) the SDK leaves the topic detached (A7).
    if (!me.isSubscribed()) throw new NotAttached();
    this.#isReady = true;
    this.#scheduleRead();
    this.#searchedQuery = '';
    await this.#search();
  }

  /** Searches for contacts with any of these tags. */
  find(tags: readonly string[]): void {
    this.#query = anyTagQuery(tags);
    void this.#search();
  }

  async #search(): Promise<void> {
    if (!this.#isReady || !this.#tinode.isAuthenticated() || this.#query === this.#searchedQuery) return;
    const query = this.#query;
    this.#searchedQuery = query;
    const fnd = this.#tinode.getFndTopic();
    try {
      if (!fnd.isSubscribed()) await fnd.subscribe(fnd.startMetaQuery().withSub().build());
      fnd.onSubsUpdated = () => this.#readSearchResults();
      await fnd.setMeta({ desc: { public: query || '␡' } });
      await fnd.getMeta(fnd.startMetaQuery().withSub().build());
      this.#readSearchResults();
    } catch (error) {
      // After a broken connection the search is repeated with the next sign-in; a search that the server refuses is only logged.
      if (this.#query === query) this.#searchedQuery = '';
      console.info('chat: search failed', error);
    }
  }

  #readSearchResults(): void {
    const contactsByName = new Map<string, Contact>();
    this.#tinode.getFndTopic().contacts((contact) => {
      const name = contact.topic ?? contact.user;
      if (name) contactsByName.set(name, contact);
    });
    this.#searchResults = contactsByName;
    this.#scheduleRead();
  }

  /** Rereads all contacts, once for all changes of the same tick. */
  #scheduleRead(): void {
    if (this.#isReadScheduled) return;
    this.#isReadScheduled = true;
    setTimeout(() => {
      this.#isReadScheduled = false;
      this.#read();
    }, 0);
  }

  #read(): void {
    const people: ChatPerson[] = [];
    const newArrivals: NewMessage[] = [];
    const listedNames = new Set<string>();
    let unread = 0;
    this.#tinode.getMeTopic().contacts((contact) => {
      const name = contact.name ?? contact.topic ?? '';
      if (!/^(usr|grp)/.test(name)) return;
      // A group that the person has left: the SDK only remembers its name.
      if (name.startsWith('grp') && !contact.acs?.isJoiner?.()) return;
      listedNames.add(name);
      const person = readPerson(name, contact, this.#searchResults.get(name));
      people.push(person);
      unread += person.unread;
      const previousSeq = this.#seqs.get(name);
      const seq = contact.seq ?? 0;
      const isNewMessage = this.#wasListRead && (previousSeq === undefined || seq > previousSeq);
      if (isNewMessage && person.unread > 0) newArrivals.push({ name });
      this.#seqs.set(name, Math.max(seq, previousSeq ?? 0));
    });
    for (const [name, contact] of this.#searchResults)
      if (!listedNames.has(name)) people.push(readPerson(name, contact, contact));
    this.#wasListRead = this.#hasList;
    people.sort((a, b) => b.touched - a.touched || a.title.localeCompare(b.title, 'ru'));
    setChatTally({ unread });
    if (!arePeopleEqual(people, this.#people)) {
      this.#people = people;
      this.#notify();
    }
    for (const arrival of newArrivals) {
      this.#stopTyping(arrival.name);
      for (const listener of [...this.#arrivals]) listener(arrival);
    }
  }

  #handleTyping(name: string): void {
    clearTimeout(this.#typing.get(name));
    this.#typing.set(
      name,
      setTimeout(() => this.#stopTyping(name), TYPING_MS),
    );
    this.#updateTypists();
  }

  #stopTyping(name: string): void {
    clearTimeout(this.#typing.get(name));
    if (this.#typing.delete(name)) this.#updateTypists();
  }

  #updateTypists(): void {
    this.#typists = new Set(this.#typing.keys());
    this.#notify();
  }

  #notify(): void {
    this.#listeners.notify();
  }
}

/** Number of messages per page of history (CHAT-13). */
export const HISTORY_PAGE = PAGE.chatHistory;
