import type { Topic } from 'tinode-sdk';
import { type Appearance, type GroupMember, Groups, readGroupRights, readMembers } from '#console/data/chat/groups.ts';
import { type Chatter, chatter, newResident } from '#tests/support/server/chat.ts';
import { openSdk, type SdkChat, until } from '#tests/support/server/chat-sdk.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson } from '#tests/support/server/people.ts';
import { listen } from '#tests/support/server/sockets.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

/** The smallest picture that is one. */
const JPEG = `data:image/jpeg;base64,${Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1]).toString('base64')}`;

let app: TestApp;
let demo: DemoCompany;
let host = '';
const opened: SdkChat[] = [];
beforeAll(async () => {
  app = await openTestApp();
  demo = await readDemoCompany(app);
  host = await listen(app);
});
afterAll(async () => {
  for (const { tinode } of opened) tinode.disconnect();
  await app.close();
});

/** Somebody on the page of the chat: the real SDK, signed in and attached to `me`, and what the console does with groups. */
async function enter(who: Chatter) {
  const sdk = await openSdk(host);
  opened.push(sdk);
  const { tinode } = sdk;
  await tinode.loginToken(who.token);
  const me = tinode.getMeTopic();
  await me.subscribe(me.startMetaQuery().withLaterSub().withDesc().withTags().build());
  const attach = async (name: string) => {
    const topic = tinode.getTopic(name);
    const query = topic.startMetaQuery().withLaterDesc().withLaterSub().withLaterData(24).withLaterDel(24).withAux();
    await topic.subscribe(query.build());
    return topic;
  };
  const list = () => {
    const names: string[] = [];
    me.contacts(({ name, public: shown }) => names.push(`${name} ${shown?.fn}`));
    return names;
  };
  const members = (topic: Topic) => readMembers(topic, who.chatId);
  const member = (topic: Topic, other: Chatter) => members(topic).find(({ user }) => user === other.chatId);
  return { who, tinode, me, groups: new Groups(tinode), attach, list, members, member };
}
const colleague = async () => enter(await chatter(app, (await newPerson(app)).id));
/** Makes a group with these in it, as the page does. */
const make = async ({ groups }: Awaited<ReturnType<typeof enter>>, look: Appearance, users: readonly string[]) => {
  const name = await groups.create(look);
  await groups.inviteAll(name, users);
  return name;
};
const refused = (code: number) => expect.objectContaining({ code });
const rolesOf = (members: readonly GroupMember[]) =>
  members.map(({ self, owner, manager, mayWrite }) => ({ self, owner, manager, mayWrite }));

describe('groups of colleagues, by the real SDK and the code of the page', () => {
  test('CHAT-27: one is made with name, photo and members; everybody finds it in his list and talks', async () => {
    const [a, b, c] = [await colleague(), await colleague(), await colleague()];
    const name = await make(a, { title: ' Аварийка ', photo: JPEG }, [b.who.chatId, c.who.chatId]);
    expect(name).toMatch(/^grp[A-Za-z0-9_-]{11}$/);
    for (const one of [a, b, c]) await until(() => one.list().includes(`${name} Аварийка`));
    const [here, there] = [await a.attach(name), await b.attach(name)];
    await until(() => a.members(here).length === 3);
    expect(rolesOf(a.members(here))[0]).toEqual({ self: true, owner: true, manager: true, mayWrite: true });
    expect(a.member(here, b.who)).toMatchObject({ owner: false, manager: false, mayWrite: true, self: false });
    expect([readGroupRights(here), readGroupRights(there)]).toEqual([
      { owner: true, manage: true, invite: true },
      { owner: false, manage: false, invite: true },
    ]);
    // The picture is there for everybody in it.
    const { ref = '' } = b.me.getContact(name)?.public?.photo ?? {};
    expect(ref).toMatch(/^\/v0\/file\/s\/[0-9a-f]{32}\.jpg$/);
    const picture = await fetch(`http://${host}${b.tinode.authorizeURL(ref)}`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);

    const said = here.createMessage('Все на связи?', true);
    await here.publishDraft(said);
    await until(() => there.findMessage(said.seq)?.content === 'Все на связи?');
    await until(() => c.me.getContact(name)?.unread === 1);
    there.noteRead(said.seq);
    await until(() => here.msgStatus(said, true) === 70);
  });

  test('CHAT-27: name and photo are changed by the owner alone, at once for everybody', async () => {
    const [a, b] = [await colleague(), await colleague()];
    const name = await make(a, { title: 'Смена' }, [b.who.chatId]);
    await Promise.all([a.attach(name), b.attach(name)]);
    await expect(b.groups.rename(name, { title: 'Моя' })).rejects.toEqual(refused(403));
    await a.groups.rename(name, { title: 'Ночная смена', photo: JPEG });
    await until(() => b.list().includes(`${name} Ночная смена`));
    await until(() => b.me.getContact(name)?.public?.photo?.ref !== undefined);
    await a.groups.rename(name, { title: 'Дневная смена', photo: null });
    const other = await enter(b.who);
    await until(() => other.list().includes(`${name} Дневная смена`));
    expect(other.me.getContact(name)?.public?.photo).toBeUndefined();
  });

  test('CHAT-27: members bring colleagues in, residents stay out, and rights are the managers’ to give', async () => {
    const [a, b, c, d] = [await colleague(), await colleague(), await colleague(), await colleague()];
    const resident = await chatter(app, await newResident(app, [demo.home.unit]));
    const name = await make(a, { title: 'Закупки' }, [b.who.chatId]);
    const [here, there] = [await a.attach(name), await b.attach(name)];
    await b.groups.add(name, [c.who.chatId]);
    await until(() => a.member(here, c.who) !== undefined);
    await expect(a.groups.add(name, [resident.chatId])).rejects.toEqual(refused(403));
    await expect(a.groups.add(name, ['usrAAAAAAAAAAA'])).rejects.toEqual(refused(404));
    await expect(b.groups.setMemberRight(name, c.who.chatId, 'mute')).rejects.toEqual(refused(403));
    await expect(b.groups.removeMember(name, c.who.chatId)).rejects.toEqual(refused(403));

    // A person who may not write is refused, and not let in again by one who may only invite.
    const third = await c.attach(name);
    await a.groups.setMemberRight(name, c.who.chatId, 'mute');
    await until(() => !third.getAccessMode().isWriter());
    await expect(third.publish('x')).resolves.toBeUndefined();
    await expect(b.groups.add(name, [c.who.chatId])).rejects.toEqual(refused(403));
    expect(a.member(here, c.who)).toMatchObject({ mayWrite: false });

    await a.groups.setMemberRight(name, b.who.chatId, 'manager');
    await until(() => readGroupRights(there).manage);
    await b.groups.setMemberRight(name, c.who.chatId, 'usual');
    await until(() => third.getAccessMode().isWriter());
    await expect(b.groups.removeMember(name, a.who.chatId)).rejects.toEqual(refused(403));
    await expect(b.groups.setMemberRight(name, a.who.chatId, 'mute')).rejects.toEqual(refused(403));
    await expect((await d.attach(name).catch((error: unknown) => error)) as unknown).toEqual(refused(404));
  });

  test('CHAT-27: one is taken out, one leaves, the owner deletes; nothing is left in the lists', async () => {
    const [a, b, c, d] = [await colleague(), await colleague(), await colleague(), await colleague()];
    const name = await make(a, { title: 'Субботник' }, [b.who.chatId, c.who.chatId]);
    const [here, there, third] = [await a.attach(name), await b.attach(name), await c.attach(name)];
    let out = false;
    there.onDeleteTopic = () => {
      out = true;
    };
    await a.groups.removeMember(name, b.who.chatId);
    await until(() => out && !b.list().some((line) => line.startsWith(name)));
    await until(() => !c.members(third).some(({ user }) => user === b.who.chatId));
    await expect(d.attach(name)).rejects.toEqual(refused(404));

    // The owner cannot leave what they own.
    await expect(a.groups.leave(name)).rejects.toEqual(refused(403));
    await expect(c.groups.remove(name)).rejects.toEqual(refused(403));
    await c.groups.leave(name);
    expect(c.list().some((line) => line.startsWith(name))).toBe(false);
    await until(() => a.members(here).length === 1);

    await a.groups.add(name, [b.who.chatId]);
    await until(() => b.list().includes(`${name} Субботник`));
    await a.groups.remove(name);
    await until(() => !b.list().some((line) => line.startsWith(name)));
    const topics = app.database.kysely.selectFrom('chat_topics').where('name', '=', name).select('id');
    expect(await topics.execute()).toEqual([]);
  });

  test('CHAT-27: two who change what a group shares at once do not undo each other', async () => {
    const a = await colleague();
    const name = await make(a, { title: 'Склад' }, []);
    const topic = await a.attach(name);
    await Promise.all(
      Array.from({ length: 12 }, (_, at) => topic.setMeta({ desc: { public: { [`x${at}`]: at + 1 } } })),
    );
    const db = app.database.kysely;
    const row = await db.selectFrom('chat_topics').where('name', '=', name).select('public').executeTakeFirstOrThrow();
    expect(Object.keys(row.public ?? {})).toHaveLength(13);
  });
});

describe('one’s own account in the chat', () => {
  test('CHAT-27: a photo is set, seen by others, and goes back to that of the account; the name is that of the record', async () => {
    const [a, b] = [await colleague(), await colleague()];
    await a.attach(b.who.chatId);
    await until(() => a.groups.ownProfile().title !== '');
    const { title } = a.groups.ownProfile();
    expect(title).toMatch(/\S+ \S+/);
    await until(() => b.list().includes(`${a.who.chatId} ${title}`));
    await a.groups.setOwnPhoto(JPEG);
    expect(a.groups.ownProfile()).toEqual({ title, photo: expect.stringMatching(/^\/v0\/file\/s\//) });
    await until(() => b.me.getContact(a.who.chatId)?.public?.photo?.ref !== undefined);
    await a.groups.setOwnPhoto(null);
    const again = await enter(b.who);
    await until(() => again.list().includes(`${a.who.chatId} ${title}`));
    expect(again.me.getContact(a.who.chatId)?.public?.photo).toBeUndefined();
    const other = await enter(a.who);
    await until(() => other.groups.ownProfile().title === title);
    expect(other.groups.ownProfile().photo).toBeNull();
  });
});
