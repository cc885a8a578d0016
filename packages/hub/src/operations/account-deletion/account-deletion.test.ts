import { describe, expect, test } from 'vitest'
import {
  actorFromSession,
  actorFromToken,
  createAccessToken,
  createOrg,
  createSession,
  createUser,
  findAccount,
  listMembers,
  listOrgsOf,
  loadActor,
  releaseFormerName,
  requireAccount,
  setMemberRole,
  setSuspended,
} from '../../identity/accounts/index.ts'
import type { UserActor } from '../../foundation/actor/index.ts'
import { likeRepo } from '../../community/likes/index.ts'
import { addItem, createCollection, upvoteCollection } from '../../community/collections/index.ts'
import { addComment, listEvents, openDiscussion, requireDiscussion } from '../../community/discussions/index.ts'
import { createRepo, deleteRepo } from '../../repository/repos/index.ts'
import { findRepo } from '../../repository/access/index.ts'
import { createWebhook } from '../../products/webhooks/index.ts'
import { databases, openTestHub, type TestHub } from '../../testing/open-test-hub.ts'
import { restoreRepo } from '../garbage-collection/index.ts'
import { keptReferences, referencesToAccounts } from './erase-rows.ts'
import { continueDeletions, deleteAccount, deleteOwnAccount, listDeletions, planDeletion } from './index.ts'

const password = 'a lamp in the roadstead'

async function person(hub: TestHub, name: string): Promise<UserActor> {
  if ((await findAccount(hub, name)) === null) await createUser(hub, { name, password: null, email: `${name}@example.org` })
  return (await loadActor(hub.db.read, (await requireAccount(hub, name)).id, null)) as UserActor
}

/** Everything that was begun in the background, and the rest. */
async function ended(hub: TestHub): Promise<void> {
  await expect
    .poll(async () => {
      await continueDeletions(hub)
      return (await hub.db.read.selectFrom('account_deletion').select('name').where('ended', 'is', null).execute()).length
    })
    .toBe(0)
}

async function world(database: (typeof databases)[number]) {
  const hub = await openTestHub({ database })
  const [root, ada, eve] = [await person(hub, 'root'), await person(hub, 'ada'), await person(hub, 'eve')]
  return { hub, root, ada, eve, [Symbol.asyncDispose]: () => hub[Symbol.asyncDispose]() }
}

describe.for(databases)('the deletion of an account on %s', (database) => {
  test('ends its rights at once and takes what it has, but for what it wrote', async () => {
    await using w = await world(database)
    const { hub, root, ada, eve } = w
    const chart = await createRepo(hub, eve, { type: 'model', name: 'chart' })
    const own = await createRepo(hub, ada, { type: 'dataset', name: 'tides' })
    await likeRepo(hub, ada, chart)
    await likeRepo(hub, eve, chart)
    const { slug } = await createCollection(hub, eve, { title: 'Charts', namespace: 'eve' })
    await addItem(hub, eve, slug, { type: 'model', id: 'eve/chart' }, null)
    await upvoteCollection(hub, ada, slug, true)
    await openDiscussion(hub, ada, chart, { title: 'A question', description: 'Where?' })
    await addComment(hub, eve, chart, 1, { text: 'There.' })
    await createWebhook(hub, ada, { url: 'https://hooks.example.org/', watched: [{ type: 'user', name: 'ada' }], domains: ['repo'] })
    const { token } = await createAccessToken(hub, ada, { name: 't', role: 'write' })
    const session = await createSession(hub, ada.userId)
    expect(await planDeletion(hub, root, 'ada')).toEqual({
      name: 'ada',
      repos: { model: 0, dataset: 1, space: 0 },
      collections: 0,
      likes: 1,
      tokens: 1,
      webhooks: 1,
      applications: 0,
      discussions: 1,
      comments: 1,
      soleAdminOf: [],
    })
    const deleting = deleteAccount(hub, root, 'Ada', { repos: 'delete' })
    await deleting
    expect(await findAccount(hub, 'ada')).toBe(null)
    expect(await actorFromSession(hub, session.token)).toBe(null)
    await expect(actorFromToken(hub, token)).rejects.toMatchObject({ code: 'auth.invalid_token' })
    await ended(hub)
    expect(await findRepo(hub, root, 'dataset', own.fullName)).toBe(null)
    expect((await findRepo(hub, eve, 'model', 'eve/chart'))?.repo.likes).toBe(1)
    expect((await hub.db.read.selectFrom('collection').select('upvotes').executeTakeFirstOrThrow()).upvotes).toBe(0)
    const events = await listEvents(hub, chart, await requireDiscussion(hub.db.read, chart, 1))
    expect(events.map(({ author }) => author?.name ?? null)).toEqual([null, 'eve'])
    for (const table of ['access_token', 'session', 'webhook', 'repo_like', 'discussion_watch'] as const)
      expect([table, await hub.db.read.selectFrom(table).select('user_id').where('user_id', '=', ada.userId).execute()]).toEqual([
        table,
        [],
      ])
    const row = await hub.db.read.selectFrom('account').selectAll().where('id', '=', ada.userId).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ email: null, fullname: '', disabled: 1, is_admin: 0, password_hash: null, name: `~${row.uid}` })
    // The e-mail address is free, the name is not.
    await expect(createUser(hub, { name: 'ada', password: null })).rejects.toMatchObject({ code: 'account.name_taken' })
    await createUser(hub, { name: 'another', password: null, email: 'ada@example.org' })
    const audit = await hub.db.read
      .selectFrom('audit')
      .select(['topic', 'actor', 'payload'])
      .where('topic', 'like', 'account.del%')
      .execute()
    expect(audit.map(({ topic, actor }) => [topic, actor])).toEqual([
      ['account.deleted', 'root'],
      ['account.deletion_ended', null],
    ])
    expect(audit[0]?.payload).toContain(row.uid)
    expect(await listDeletions(hub, root, 10)).toMatchObject([{ name: 'ada', requestedBy: 'root', total: 1, done: 1, error: null }])
  })

  test('moves the repos to another account, under another name where one is taken, with redirects', async () => {
    await using w = await world(database)
    const { hub, root, ada, eve } = w
    for (const name of ['chart', 'map']) await createRepo(hub, ada, { type: 'model', name, visibility: 'private' })
    for (const name of ['chart', 'chart-ada']) await createRepo(hub, eve, { type: 'model', name })
    await expect(deleteAccount(hub, root, 'ada', { repos: 'move', to: 'ada' })).rejects.toMatchObject({ code: 'body.invalid' })
    await expect(deleteAccount(hub, root, 'ada', { repos: 'move', to: 'nobody' })).rejects.toMatchObject({ code: 'body.invalid' })
    await deleteAccount(hub, root, 'ada', { repos: 'move', to: 'eve' })
    await ended(hub)
    const after = await hub.db.read
      .selectFrom('repo')
      .select(['owner', 'name', 'vis'])
      .where('owner_id', '=', eve.userId)
      .orderBy('id')
      .execute()
    expect(after.map(({ owner, name, vis }) => [`${owner}/${name}`, vis])).toEqual([
      ['eve/chart-ada-2', 1],
      ['eve/map', 1],
      ['eve/chart', 0],
      ['eve/chart-ada', 0],
    ])
    expect((await findRepo(hub, eve, 'model', 'ada/map'))?.repo.fullName).toBe('eve/map')
  })

  test('is done in steps: what is killed in the middle goes on, and the name is not released before', async () => {
    await using w = await world(database)
    const { hub, root, ada } = w
    for (let n = 0; n < 7; n++) await createRepo(hub, ada, { type: 'model', name: `chart-${n}` })
    // Another process has the lease and dies.
    const lease = { name: 'delete accounts', holder: 'a process that died', expires: hub.now().getTime() + 60_000 }
    await hub.db.write((tx) => tx.insertInto('gc_lease').values(lease).execute())
    await deleteAccount(hub, root, 'ada', { repos: 'delete' })
    await continueDeletions(hub)
    expect(await listDeletions(hub, root, 10)).toMatchObject([{ total: 7, done: 0, endedAt: null }])
    await expect(releaseFormerName(hub, root, 'ada')).rejects.toMatchObject({ code: 'account.being_deleted' })
    hub.tick(60_001)
    // One that is stopped after a few repos.
    let steps = 0
    const signal = { aborted: false, throwIfAborted: () => void (++steps > 3 && abort()) }
    const abort = () => {
      signal.aborted = true
      throw new Error('stopped')
    }
    await continueDeletions(hub, signal as unknown as AbortSignal)
    expect(await listDeletions(hub, root, 10)).toMatchObject([{ total: 7, done: 3, endedAt: null, error: null }])
    await ended(hub)
    expect(await listDeletions(hub, root, 10)).toMatchObject([{ total: 7, done: 7 }])
    await releaseFormerName(hub, root, 'ada')
    await createUser(hub, { name: 'ada', password: null })
  })

  test('says why it stops when the new owner is gone, too, and loses nothing', async () => {
    await using w = await world(database)
    const { hub, root, ada } = w
    await createRepo(hub, ada, { type: 'model', name: 'chart' })
    const lease = { name: 'delete accounts', holder: 'a process that died', expires: hub.now().getTime() + 60_000 }
    await hub.db.write((tx) => tx.insertInto('gc_lease').values(lease).execute())
    await deleteAccount(hub, root, 'ada', { repos: 'move', to: 'eve' })
    await deleteAccount(hub, root, 'eve', { repos: 'delete' })
    hub.tick(60_001)
    // The attempt that was begun with the deletion may still have the lease.
    const attempt = async () => {
      await continueDeletions(hub).catch((error: unknown) => expect(String(error)).toContain('suspended or deleted'))
      return listDeletions(hub, root, 10)
    }
    await expect.poll(attempt).toMatchObject([
      { name: 'ada', endedAt: null, error: expect.stringContaining('suspended or deleted') as string },
      { name: 'eve', error: null, endedAt: expect.any(Date) as Date },
    ])
    expect((await findRepo(hub, root, 'model', 'ada/chart'))?.repo.fullName).toBe('ada/chart')
  })

  test('needs somebody who administers the hub and its organizations afterwards', async () => {
    await using w = await world(database)
    const { hub, root, ada, eve } = w
    await createOrg(hub, ada, { name: 'navy' })
    await createOrg(hub, ada, { name: 'shared' })
    await setMemberRole(hub, root, 'shared', 'eve', 'admin')
    const refusal = { code: 'org.last_admin', details: { organizations: ['navy'] } }
    await expect(deleteAccount(hub, root, 'ada', { repos: 'delete' })).rejects.toMatchObject(refusal)
    expect((await planDeletion(hub, root, 'ada')).soleAdminOf).toEqual(['navy'])
    await expect(deleteAccount(hub, eve, 'ada', { repos: 'delete' })).rejects.toMatchObject({ code: 'auth.forbidden' })
    await expect(deleteAccount(hub, root, 'root', { repos: 'delete' })).rejects.toMatchObject({ code: 'auth.forbidden' })
    // What is refused is the field of the form that names the suspended account.
    const mia = await person(hub, 'mia')
    await setSuspended(hub, root, 'mia', true)
    for (const [choice, heir, field] of [
      [{ repos: 'delete' }, mia.name, 'handOverTo'],
      [{ repos: 'move', to: mia.name }, 'eve', 'to'],
    ] as const)
      await expect(deleteAccount(hub, root, 'ada', choice, heir)).rejects.toMatchObject({
        code: 'body.invalid',
        details: { message: 'The account mia is suspended or deleted', field },
      })
    await deleteAccount(hub, root, 'ada', { repos: 'delete' }, 'eve')
    await ended(hub)
    expect((await listMembers(hub, 'navy')).members.map(({ account, role }) => [account.name, role])).toEqual([['eve', 'admin']])
    expect((await listOrgsOf(hub, eve.userId)).map(({ org }) => org.name)).toEqual(['navy', 'shared'])
    // Of two administrators of the hub who delete each other at once, one stays.
    const other = await createUser(hub, { name: 'other', password: null, isAdmin: true })
    const second = (await loadActor(hub.db.read, other.id, null)) as UserActor
    const both = await Promise.allSettled([
      deleteAccount(hub, root, 'other', { repos: 'delete' }),
      deleteAccount(hub, second, 'root', { repos: 'delete' }),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('of one’s own account asks for its name and password, and takes no token', async () => {
    await using w = await world(database)
    const { hub, root } = w
    await createUser(hub, { name: 'mia', password })
    const mia = await person(hub, 'mia')
    const given = { name: 'mia', password, signedInAt: null }
    const gone = (input: object, choice: { repos: 'delete' } | { repos: 'move'; to: string } = { repos: 'delete' }, actor = mia) =>
      deleteOwnAccount(hub, actor, choice, { ...given, ...input })
    await expect(gone({ name: 'mi' })).rejects.toMatchObject({ code: 'body.invalid' })
    await expect(gone({ password: 'wrong' })).rejects.toMatchObject({ code: 'auth.invalid_credentials' })
    await expect(gone({}, { repos: 'move', to: 'ada' })).rejects.toMatchObject({ code: 'body.invalid' })
    const { token } = await createAccessToken(hub, mia, { name: 't', role: 'write' })
    await expect(gone({}, { repos: 'delete' }, await actorFromToken(hub, token))).rejects.toMatchObject({ code: 'auth.forbidden' })
    await gone({ name: ' MIA ' })
    expect(await findAccount(hub, 'mia')).toBe(null)
    // Without a password, a session that has just begun stands for it; the last administrator stays.
    const now = hub.now()
    const old = new Date(now.getTime() - 3_600_000)
    const ada = await person(hub, 'ada')
    const passwordless = (actor: UserActor, signedInAt: Date) =>
      deleteOwnAccount(hub, actor, { repos: 'delete' }, { name: actor.name, password: '', signedInAt })
    await expect(passwordless(ada, old)).rejects.toMatchObject({ code: 'auth.forbidden' })
    await passwordless(ada, now)
    await expect(passwordless(root, now)).rejects.toMatchObject({ code: 'account.last_admin' })
    expect(await findAccount(hub, 'root')).not.toBe(null)
    await ended(hub)
  })

  test('leaves deleted repos to be restored for somebody else', async () => {
    await using w = await world(database)
    const { hub, root, ada } = w
    const chart = await createRepo(hub, ada, { type: 'model', name: 'chart' })
    await deleteRepo(hub, ada, chart)
    await deleteAccount(hub, root, 'ada', { repos: 'delete' })
    await ended(hub)
    await expect(restoreRepo(hub, 'root', chart.uid)).rejects.toMatchObject({ code: 'account.not_found' })
    await expect(restoreRepo(hub, 'root', chart.uid, 'nobody/chart')).rejects.toMatchObject({ code: 'account.not_found' })
    expect((await restoreRepo(hub, 'root', chart.uid, 'eve/chart')).fullName).toBe('eve/chart')
  })

  test('every table that refers to accounts is emptied, or says why it is not', async () => {
    await using w = await world(database)
    const found = (await referencesToAccounts(w.hub.db.read, w.hub.db.dialect)).map((each) => each.join('.'))
    expect(found.length).toBeGreaterThan(25)
    for (const kept of Object.keys(keptReferences)) expect(found).toContain(kept)
    // Rows that keep an account's own row from going away would also keep them from being erased.
    const owned = new Set(['repo.owner_id'])
    for (const name of found.filter((each) => !(each in keptReferences))) expect(owned.has(name)).toBe(false)
  })
})
