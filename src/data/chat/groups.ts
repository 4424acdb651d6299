import type { Contact, Tinode, Topic } from 'tinode-sdk';
import { contactPhoto } from './people.ts';

/** Converts a JPEG data URL to a blob. */
function dataUrlBlob(dataUrl: string): Blob {
  const bytes = Uint8Array.from(atob(dataUrl.split(',')[1] ?? ''), (letter) => letter.charCodeAt(0));
  return new Blob([bytes], { type: 'image/jpeg' });
}

/**
 * Uploads the photo of a profile or group (A13).
 * @returns its URL on the chat server
 */
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
  /** May add and remove members, and set the right to write. */
  manager: boolean;
  mayWrite: boolean;
}

/** The person's own rights in a group. */
export interface GroupRights {
  owner: boolean;
  /** May remove others and set their rights. */
  manage: boolean;
  /** May add others. */
  invite: boolean;
}

/** Name and photo of a group or of the person. `photo` is a data URL, null to remove it, undefined to keep it. */
export interface Appearance {
  title: string;
  photo?: string | null | undefined;
}

/** Access modes (A1) of a regular member, of a member who may not write, and of a manager of the group. */
const ACCESS = { usual: 'JRWPS', mute: 'JRP', manager: 'JRWPAS' } as const;

type Names = Readonly<Record<string, string>>;

/**
 * Names of the members of a chat, by id.
 * @returns the object `previousNames` itself if nothing has changed
 */
export function memberNames(topic: Topic, previousNames: Names): Names {
  const names: Record<string, string> = {};
  topic.subscribers((member) => {
    if (member.user) names[member.user] = member.public?.fn ?? '';
  });
  const users = Object.keys(names);
  const isSame =
    users.length === Object.keys(previousNames).length && users.every((user) => previousNames[user] === names[user]);
  return isSame ? previousNames : names;
}

/** Members of a group: the person first, then by name. */
export function readMembers(topic: Topic, self: string): GroupMember[] {
  const members: GroupMember[] = [];
  topic.subscribers((member: Contact) => {
    const { user, acs } = member;
    // The SDK keeps removed members, without any right.
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

/** The rights of the person in a group. */
export function readGroupRights(topic: Topic): GroupRights {
  const acs = topic.getAccessMode();
  return {
    owner: acs?.isOwner?.() === true,
    manage: acs?.isApprover?.() === true,
    invite: acs?.isSharer?.() === true || acs?.isApprover?.() === true,
  };
}

/** Creates and manages groups of colleagues (CHAT-27). Methods reject when the server refuses. */
export class Groups {
  readonly #tinode: Tinode;

  constructor(tinode: Tinode) {
    this.#tinode = tinode;
  }

  /**
   * Creates a group with the person as its only member.
   * @returns its topic name
   */
  async create(appearance: Appearance): Promise<string> {
    const topic = this.#tinode.getTopic(this.#tinode.newGroupTopicName(false));
    const { shown, attachments } = await this.#buildPublic(appearance);
    const change = { desc: { public: shown }, attachments };
    await topic.subscribe(topic.startMetaQuery().withDesc().withSub().build(), change);
    return topic.name;
  }

  /** Invites colleagues into a group that was just created; current members stay. */
  async inviteAll(name: string, users: readonly string[]): Promise<void> {
    const topic = this.#topic(name);
    for (const user of users) await topic.invite(user, ACCESS.usual);
    // Detach, so that the group is opened like any other chat.
    if (topic.isSubscribed()) await topic.leave(false);
  }

  /** Changes name or photo of a group; only its owner may. */
  async rename(name: string, appearance: Appearance): Promise<void> {
    const { shown, attachments } = await this.#buildPublic(appearance);
    await this.#topic(name).setMeta({ desc: { public: shown }, attachments });
  }

  /** Adds colleagues to a group. */
  async add(name: string, users: readonly string[]): Promise<void> {
    const mode = readGroupRights(this.#topic(name)).manage ? ACCESS.usual : undefined;
    for (const user of users) await this.#topic(name).invite(user, mode);
  }

  /** Sets the rights of a member of a group. */
  async setMemberRight(name: string, user: string, right: keyof typeof ACCESS): Promise<void> {
    await this.#topic(name).setMeta({ sub: { user, mode: ACCESS[right] } });
  }

  /** Removes a member. */
  async removeMember(name: string, user: string): Promise<void> {
    await this.#topic(name).delSubscription(user);
  }

  /** Leaves a group. */
  async leave(name: string): Promise<void> {
    await this.#topic(name).leave(true);
  }

  /** Deletes a group for everybody; only its owner may. */
  async remove(name: string): Promise<void> {
    await this.#topic(name).delTopic(true);
  }

  /** Name and photo of the signed-in person in the chat. */
  ownProfile(): { title: string; photo: string | null } {
    const me = this.#tinode.getMeTopic();
    return { title: me.public?.fn?.trim() ?? '', photo: contactPhoto(me) };
  }

  /**
   * Changes the photo of the signed-in person in the chat; null restores that of the account. The name cannot be changed here.
   */
  async setOwnPhoto(photo: string | null): Promise<void> {
    const me = this.#tinode.getMeTopic();
    const { shown, attachments } = await this.#buildPhoto(photo);
    await me.setMeta({ desc: { public: shown }, attachments });
    // The server fills cleared fields from the account, so read them again.
    await me.getMeta(me.startMetaQuery().withDesc().build());
  }

  #topic(name: string): Topic {
    return this.#tinode.getTopic(name);
  }

  /** `public` as it is sent; `␡` clears a field (A1). */
  async #buildPublic({ title, photo }: Appearance): Promise<PublicPacket> {
    const fn = title.trim() || CLEAR;
    if (photo === undefined) return { shown: { fn }, attachments: [] };
    const { shown, attachments } = await this.#buildPhoto(photo);
    return { shown: { fn, ...shown }, attachments };
  }

  async #buildPhoto(photo: string | null): Promise<PublicPacket> {
    if (photo === null) return { shown: { photo: CLEAR }, attachments: [] };
    const ref = await uploadPhoto(this.#tinode, photo);
    return { shown: { photo: { type: 'jpeg', ref } }, attachments: [ref] };
  }
}

/** `public` of a packet with the uploads that it refers to. */
interface PublicPacket {
  shown: Record<string, unknown>;
  attachments: string[];
}

const CLEAR = '␡';
