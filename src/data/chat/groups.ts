import type { Contact, Tinode, Topic } from 'tinode-sdk';
import { contactPhoto } from './people.ts';

/** The bytes of a JPEG that stands in a data URL. */
function dataUrlBlob(dataUrl: string): Blob {
  const bytes = Uint8Array.from(atob(dataUrl.split(',')[1] ?? ''), (letter) => letter.charCodeAt(0));
  return new Blob([bytes], { type: 'image/jpeg' });
}

/** Uploads a picture for a profile or a group (A13). @returns its address on the chat's server */
function uploadPhoto(tinode: Tinode, dataUrl: string): Promise<string> {
  return tinode.getLargeFileHelper().upload(dataUrlBlob(dataUrl));
}

/** A member of a group, with their rights. */
export interface GroupMember {
  /** `usr…` */
  user: string;
  title: string;
  photo: string | null;
  position: string;
  self: boolean;
  online: boolean;
  owner: boolean;
  /** Adds and removes members, and sets the right to write. */
  manager: boolean;
  mayWrite: boolean;
}

/** The person's own rights in a group. */
export interface GroupRights {
  owner: boolean;
  /** Take others out and set their rights. */
  manage: boolean;
  /** Bring others in. */
  invite: boolean;
}

/** Name and picture of a group or of oneself. `photo`: a data URL of a new one, null takes it away, undefined leaves it. */
export interface Appearance {
  title: string;
  photo?: string | null | undefined;
}

/** Letters of access (A1) of a newcomer, of a member without the right to write, and of a manager of the group. */
const ACCESS = { usual: 'JRWPS', mute: 'JRP', manager: 'JRWPAS' } as const;

type Names = Readonly<Record<string, string>>;

/** Names of the members of a chat, by id. @returns the object `before` itself while nothing has changed */
export function namesIn(topic: Topic, before: Names): Names {
  const names: Record<string, string> = {};
  topic.subscribers((member) => {
    if (member.user) names[member.user] = member.public?.fn ?? '';
  });
  const users = Object.keys(names);
  const same = users.length === Object.keys(before).length && users.every((user) => before[user] === names[user]);
  return same ? before : names;
}

/** Everybody in a group, oneself first, then by name. */
export function readMembers(topic: Topic, self: string): GroupMember[] {
  const members: GroupMember[] = [];
  topic.subscribers((member: Contact) => {
    const { user, acs } = member;
    // A member taken out stays in the SDK's memory, without any right.
    if (!user || !acs?.isJoiner()) return;
    members.push({
      user,
      title: member.public?.fn?.trim() ?? '',
      photo: contactPhoto(member),
      position: member.trusted?.position ?? '',
      self: user === self,
      online: member.online === true,
      owner: acs.isOwner(),
      manager: acs.isApprover(),
      mayWrite: acs.isWriter(),
    });
  });
  return members.sort((a, b) => Number(b.self) - Number(a.self) || a.title.localeCompare(b.title, 'ru'));
}

/** Rights in a group. */
export function rightsIn(topic: Topic): GroupRights {
  const acs = topic.getAccessMode();
  return {
    owner: acs?.isOwner?.() === true,
    manage: acs?.isApprover?.() === true,
    invite: acs?.isSharer?.() === true || acs?.isApprover?.() === true,
  };
}

/** Groups of colleagues (CHAT-27): made, named, joined and left over the chat's own protocol. What is refused rejects. */
export class Groups {
  readonly #tinode: Tinode;

  constructor(tinode: Tinode) {
    this.#tinode = tinode;
  }

  /** Makes a group of one. @returns its name on the wire */
  async create(look: Appearance): Promise<string> {
    const topic = this.#tinode.getTopic(this.#tinode.newGroupTopicName(false));
    const { shown, attachments } = await this.#shown(look);
    const change = { desc: { public: shown }, attachments };
    await topic.subscribe(topic.startMetaQuery().withDesc().withSub().build(), change);
    return topic.name;
  }

  /** Invites these colleagues into a group that was just made; those already in it stay. */
  async fill(name: string, users: readonly string[]): Promise<void> {
    const topic = this.#topic(name);
    for (const user of users) await topic.invite(user, ACCESS.usual);
    // Opened like any other chat from now on.
    if (topic.isSubscribed()) await topic.leave(false);
  }

  /** Gives a group another name or picture; its owner may. */
  async rename(name: string, look: Appearance): Promise<void> {
    const { shown, attachments } = await this.#shown(look);
    await this.#topic(name).setMeta({ desc: { public: shown }, attachments });
  }

  /** Brings colleagues in. */
  async add(name: string, users: readonly string[]): Promise<void> {
    const mode = rightsIn(this.#topic(name)).manage ? ACCESS.usual : undefined;
    for (const user of users) await this.#topic(name).invite(user, mode);
  }

  /** Sets the rights of a member of a group. */
  async allow(name: string, user: string, right: keyof typeof ACCESS): Promise<void> {
    await this.#topic(name).setMeta({ sub: { user, mode: ACCESS[right] } });
  }

  /** Removes a member. */
  async drop(name: string, user: string): Promise<void> {
    await this.#topic(name).delSubscription(user);
  }

  /** Leaves a group. */
  async leave(name: string): Promise<void> {
    await this.#topic(name).leave(true);
  }

  /** Deletes a group for everybody; its owner may. */
  async remove(name: string): Promise<void> {
    await this.#topic(name).delTopic(true);
  }

  /** One's own name, that of the record, and one's picture in the chat. */
  own(): { title: string; photo: string | null } {
    const me = this.#tinode.getMeTopic();
    return { title: me.public?.fn?.trim() ?? '', photo: contactPhoto(me) };
  }

  /** Gives oneself another picture in the chat; null brings that of the account back. The name is not one's own to change. */
  async setOwnPhoto(photo: string | null): Promise<void> {
    const me = this.#tinode.getMeTopic();
    const { shown, attachments } = await this.#photo(photo);
    await me.setMeta({ desc: { public: shown }, attachments });
    // The server fills cleared fields from the account.
    await me.getMeta(me.startMetaQuery().withDesc().build());
  }

  #topic(name: string): Topic {
    return this.#tinode.getTopic(name);
  }

  /** `public` as it goes out; `␡` clears (A1). */
  async #shown({ title, photo }: Appearance): Promise<PublicPacket> {
    const fn = title.trim() || CLEAR;
    if (photo === undefined) return { shown: { fn }, attachments: [] };
    const { shown, attachments } = await this.#photo(photo);
    return { shown: { fn, ...shown }, attachments };
  }

  async #photo(photo: string | null): Promise<PublicPacket> {
    if (photo === null) return { shown: { photo: CLEAR }, attachments: [] };
    const ref = await uploadPhoto(this.#tinode, photo);
    return { shown: { photo: { type: 'jpeg', ref } }, attachments: [ref] };
  }
}

/** `public` of a packet with the uploads it refers to. */
interface PublicPacket {
  shown: Record<string, unknown>;
  attachments: string[];
}

const CLEAR = '␡';
