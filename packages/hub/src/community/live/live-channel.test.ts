import { setTimeout as delay } from 'node:timers/promises'
import type { LiveMessages } from '@portolan/contract'
import { describe, expect, test } from 'vitest'
import { type Actor, anonymous, type UserActor } from '../../foundation/actor/index.ts'
import {
  actorFromToken,
  createAccessToken,
  createOrg,
  createUser,
  loadActor,
  revokeAccessToken,
  setMemberRole,
} from '../../identity/accounts/index.ts'
import { createCommit } from '../../changes/commits/index.ts'
import { visibility } from '../../foundation/db/visibility.ts'
import { addComment, openDiscussion } from '../discussions/index.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import { likeRepo, unlikeRepo } from '../likes/index.ts'
import { startProgress } from '../../foundation/progress/index.ts'
import { createRepo, deleteRepo, moveRepo, updateRepoSettings } from '../../repository/repos/index.ts'
import type { Repo } from '../../repository/access/index.ts'
import { createBranch, deleteBranch } from '../../repository/revisions/index.ts'
import { databases, openTestHub, type TestHub } from '../../testing/open-test-hub.ts'
import { LiveChannel, type LiveRequest } from './live-channel.ts'
import type { LiveMessage } from './live-message.ts'
import { parseTopics } from './topics.ts'

/** A subscriber: the messages it received, in order. */
interface Ear {
  readonly heard: LiveMessage[]
  cursor: string
  isOpen: boolean
  /** Message kinds and identifying fields, without times. */
  said(): string[]
  close(): void
}

interface World extends AsyncDisposable {
  readonly hub: TestHub
  readonly channel: LiveChannel
  readonly ada: UserActor
  readonly eve: UserActor
  addRepo(name: string, more?: { visibility?: 'private'; owner?: string }): Promise<Repo>
  commit(repo: Repo, text?: string): Promise<string>
  listen(actor: Actor, topics: readonly string[], more?: Partial<LiveRequest>): Promise<Ear>
}

async function world(database: 'sqlite' | 'postgres'): Promise<World> {
  const hub = await openTestHub({ database })
  const channel = await LiveChannel.open(hub)
  const add = async (name: string) => {
    const { id } = await createUser(hub, { name, password: null })
    return (await loadActor(hub.db.read, id, null)) as UserActor
  }
  const ada = await add('ada')
  let n = 0
  return {
    hub,
    channel,
    ada,
    eve: await add('eve'),
    addRepo: (name, more = {}) => createRepo(hub, ada, { type: 'model', name, ...more }),
    commit: async (repo, text = `v${n++}`) => {
      const operations = [{ kind: 'file' as const, path: 'a.txt', content: Buffer.from(text) }]
      return (await createCommit(hub, ada, repo, { revision: 'main', summary: 'x', operations })).commitOid
    },
    listen: async (actor, topics, more = {}) => {
      const heard: LiveMessage[] = []
      const ear: Ear = {
        heard,
        cursor: '',
        isOpen: true,
        said: () => heard.map(words),
        close: () => {},
      }
      const { close } = await channel.subscribe({
        caller: { actor, expiresAt: null },
        recheck: async () => ({
          actor: actor.kind === 'user' ? ((await loadActor(hub.db.read, actor.userId, actor.token)) ?? anonymous) : actor,
          expiresAt: null,
        }),
        topics: parseTopics(topics),
        cursor: null,
        sink: {
          send(messages, cursor) {
            heard.push(...messages)
            ear.cursor = cursor
            return true
          },
          end(last) {
            if (last) heard.push(last)
            ear.isOpen = false
          },
        },
        ...more,
      })
      return Object.assign(ear, { close })
    },
    async [Symbol.asyncDispose]() {
      await channel[Symbol.asyncDispose]()
      await hub.close()
    },
  }
}

function words(message: LiveMessage): string {
  const { kind, data } = message
  if (kind === 'hello') return 'hello'
  if (kind === 'commit') return `commit ${data.ref} ${data.oid.slice(0, 7)} by ${data.by}`
  if (kind === 'ref') return `ref ${data.ref} ${data.oid === null ? 'gone' : 'made'}`
  if (kind === 'like') return `${data.liked ? 'like' : 'unlike'} by ${data.by}: ${data.likes}`
  if (kind === 'repo') return `${data.change} ${data.path}`
  if (kind === 'progress') return `${data.progress.title}: ${data.progress.state}`
  if (kind === 'session') return 'session ended'
  if (kind === 'discussion') return `#${data.num} ${data.change} by ${data.by}`
  if (kind === 'notification') return 'notification'
  return `resync ${data.reason}`
}

const hello = (ear: Ear) => ear.heard[0]?.data as LiveMessages['hello']

describe.for(databases)('the live channel on %s', (database) => {
  test('says hello with the state, then each thing that happens, once and in order', async () => {
    await using w = await world(database)
    const repo = await w.addRepo('tides')
    const ear = await w.listen(w.eve, ['repo:models/ada/tides'])
    expect(hello(ear)).toEqual({
      viewer: 'eve',
      heartbeatSeconds: 25,
      topics: {
        'repo:models/ada/tides': { path: '/ada/tides', isPrivate: false, likes: 0, liked: false, head: repo.headOid, progress: [] },
      },
    })
    const first = await w.commit(repo)
    await likeRepo(w.hub, w.eve, repo)
    await createBranch(w.hub, w.ada, repo, { name: 'next' })
    await w.channel.catchUp()
    const second = await w.commit(repo)
    await unlikeRepo(w.hub, w.eve, repo)
    await deleteBranch(w.hub, w.ada, repo, 'next')
    await moveRepo(w.hub, w.ada, repo, 'ada', 'ebbs')
    await w.channel.catchUp()
    expect(ear.said()).toEqual([
      'hello',
      `commit refs/heads/main ${first.slice(0, 7)} by ada`,
      'like by eve: 1',
      'ref refs/heads/next made',
      `commit refs/heads/main ${second.slice(0, 7)} by ada`,
      'unlike by eve: 0',
      'ref refs/heads/next gone',
      'moved /ada/ebbs',
    ])
    await w.commit(repo)
    ear.close()
    expect(w.channel.size).toBe(0)
    await w.channel.catchUp()
    expect(ear.heard.length).toBeLessThanOrEqual(9)
  })

  test('what is said in discussions is told to their pages, and that somebody was told of it to them alone', async () => {
    await using w = await world(database)
    const repo = await w.addRepo('tides')
    const secret = await w.addRepo('secret', { visibility: 'private' })
    const topics = ['repo:models/ada/tides', 'repo:models/ada/secret', 'user']
    const [eve, owner, nobody] = [await w.listen(w.eve, topics), await w.listen(w.ada, topics), await w.listen(anonymous, topics)]
    await openDiscussion(w.hub, w.eve, repo, { title: 'High water', description: '' })
    await addComment(w.hub, w.ada, repo, 1, { text: 'At noon' })
    await openDiscussion(w.hub, w.ada, secret, { title: 'Nobody knows', description: '@eve' })
    await w.channel.catchUp()
    expect(eve.said()).toEqual(['hello', '#1 created by eve', '#1 comment by ada', 'notification'])
    expect(owner.said()).toEqual(['hello', '#1 created by eve', 'notification', '#1 comment by ada', '#1 created by ada'])
    expect(nobody.said()).toEqual(['hello', '#1 created by eve', '#1 comment by ada'])
  })

  test('a private repo is like a missing one: in the hello, and for ever after', async () => {
    await using w = await world(database)
    const secret = await w.addRepo('secret', { visibility: 'private' })
    const topics = ['repo:models/ada/secret', 'listing', 'listing:ada', 'user']
    const stranger = await w.listen(w.eve, topics)
    const nobody = await w.listen(anonymous, topics)
    const owner = await w.listen(w.ada, topics)
    expect(hello(stranger).topics).toEqual({ 'repo:models/ada/secret': null, listing: {}, 'listing:ada': {}, user: { progress: [] } })
    expect(hello(nobody).topics).toEqual({ 'repo:models/ada/secret': null, listing: {}, 'listing:ada': {}, user: null })
    await w.commit(secret)
    await likeRepo(w.hub, w.ada, secret)
    await startProgress(w.hub, { kind: 'engine.load', title: 'Loading', of: { repoId: secret.id } })
    await startProgress(w.hub, { kind: 'export', title: 'Exporting', of: { userId: w.ada.userId } })
    // A repo that is gone by the time its events are read is reported to nobody, not even its owner.
    await w.channel.catchUp()
    const moved = await moveRepo(w.hub, w.ada, secret, 'ada', 'hidden')
    await deleteRepo(w.hub, w.ada, moved)
    await w.channel.catchUp()
    expect(stranger.said()).toEqual(['hello'])
    expect(nobody.said()).toEqual(['hello'])
    expect(owner.said().filter((text) => text.startsWith('commit'))).toHaveLength(1)
    expect(owner.said()).toEqual(expect.arrayContaining(['like by ada: 1', 'Loading: running', 'Exporting: running', 'gone null']))
  })

  test('an event of a repo that turns private before it is given out reaches only those who may still see it', async () => {
    await using w = await world(database)
    const repo = await w.addRepo('tides')
    const strangers = await Promise.all([w.listen(w.eve, ['repo:models/ada/tides']), w.listen(anonymous, ['repo:models/ada/tides'])])
    const owner = await w.listen(w.ada, ['repo:models/ada/tides'])
    // One transaction: when the channel reads the outbox, both events are there and the repo is already private.
    await w.hub.db.write(async (tx) => {
      const { id, headOid } = repo
      await recordEvent(tx, w.hub, { topic: 'commit.created', actor: 'ada', repoId: id, payload: { ref: 'refs/heads/main', to: headOid } })
      await tx.updateTable('repo').set({ vis: visibility.private }).where('id', '=', id).execute()
      const payload = { fullName: 'ada/tides', type: 'model', before: 'public', visibility: 'private' }
      await recordEvent(tx, w.hub, { topic: 'repo.settings_changed', actor: 'ada', repoId: id, payload })
    })
    await w.channel.catchUp()
    await w.commit(repo, 'more')
    await updateRepoSettings(w.hub, w.ada, repo, { visibility: 'public' })
    await w.commit(repo, 'public again')
    await w.channel.catchUp()
    const kinds = (ear: Ear) => ear.said().map((text) => text.split(' ')[0])
    expect(kinds(owner)).toEqual(['hello', 'commit', 'settings', 'commit', 'settings', 'commit'])
    for (const stranger of strangers) expect(kinds(stranger)).toEqual(['hello', 'gone'])
  })

  test('turned private, deleted, and left: all three are the same to a stranger', async () => {
    await using w = await world(database)
    const outcomes: unknown[] = []
    for (const [name, change] of [
      ['first', (repo: Repo) => updateRepoSettings(w.hub, w.ada, repo, { visibility: 'private' as const })],
      ['second', (repo: Repo) => deleteRepo(w.hub, w.ada, repo)],
    ] as const) {
      const repo = await w.addRepo(name)
      const ear = await w.listen(w.eve, [`repo:models/ada/${name}`, 'listing:ada'])
      await change(repo)
      await w.channel.catchUp()
      outcomes.push(JSON.parse(JSON.stringify(ear.heard.slice(1)).replaceAll(name, 'NAME')))
      ear.close()
    }
    expect(outcomes[0]).toHaveLength(2)
    expect(outcomes[0]).toEqual(outcomes[1])
  })

  test('who leaves an organization hears no more of its private repos; the connection stays for the rest', async () => {
    await using w = await world(database)
    await createOrg(w.hub, w.ada, { name: 'fleet' })
    const ada = (await loadActor(w.hub.db.read, w.ada.userId, null)) as UserActor
    await setMemberRole(w.hub, ada, 'fleet', 'eve', 'read')
    const eve = (await loadActor(w.hub.db.read, w.eve.userId, null)) as UserActor
    const secret = await createRepo(w.hub, ada, { type: 'model', name: 'secret', owner: 'fleet', visibility: 'private' })
    const open = await w.addRepo('open')
    const ear = await w.listen(eve, ['repo:models/fleet/secret', 'repo:models/ada/open'])
    await likeRepo(w.hub, ada, secret)
    await w.channel.catchUp()
    await setMemberRole(w.hub, ada, 'fleet', 'eve', null)
    await unlikeRepo(w.hub, ada, secret)
    await likeRepo(w.hub, ada, open)
    await w.channel.catchUp()
    expect(ear.said()).toEqual(['hello', 'like by ada: 1', 'gone null', 'like by ada: 1'])
    expect(ear.isOpen).toBe(true)
  })

  test('a revoked token ends its connections, and no event after it comes through', async () => {
    await using w = await world(database)
    const { token, info } = await createAccessToken(w.hub, w.ada, { name: 't', role: 'read' })
    const secret = await w.addRepo('secret', { visibility: 'private' })
    const actor = await actorFromToken(w.hub, token)
    const recheck = () =>
      actorFromToken(w.hub, token).then(
        (found) => ({ actor: found, expiresAt: null }),
        () => null,
      )
    const ear = await w.listen(actor, ['repo:models/ada/secret'], { recheck })
    const other = await w.listen(w.ada, ['repo:models/ada/secret'])
    await revokeAccessToken(w.hub, w.ada, info.uid)
    await w.commit(secret)
    await w.channel.catchUp()
    expect(ear.said()).toEqual(['hello', 'session ended'])
    expect(ear.isOpen).toBe(false)
    expect(other.said()).toHaveLength(2)
    expect(w.channel.size).toBe(1)
  })

  test('credentials that ended while the connection was being opened do not open it', async () => {
    await using w = await world(database)
    const ear = await w.listen(w.ada, ['user'], { recheck: async () => null })
    expect({ said: ear.said(), isOpen: ear.isOpen, size: w.channel.size }).toEqual({ said: ['session ended'], isOpen: false, size: 0 })
  })

  test('credentials that run out end the connection; renewed ones keep it', async () => {
    await using w = await world(database)
    await w.addRepo('tides')
    const until = (ms: number) => ({ actor: w.ada, expiresAt: w.hub.now().getTime() + ms })
    const start = until(500)
    const isOver = () => w.hub.now().getTime() > start.expiresAt
    const ends = await w.listen(w.ada, ['user'], { caller: start, recheck: async () => (isOver() ? null : start) })
    const stays = await w.listen(w.ada, ['user'], { caller: start, recheck: async () => until(60_000) })
    w.hub.tick(1_000)
    for (const job of w.channel.jobs) await job.run(AbortSignal.any([]))
    expect(ends.isOpen).toBe(false)
    expect(ends.said()).toEqual(['hello', 'session ended'])
    expect(stays.isOpen).toBe(true)
  })

  test('whoever comes back with a cursor hears what was missed, in order and once', async () => {
    await using w = await world(database)
    const repo = await w.addRepo('tides')
    const ear = await w.listen(w.eve, ['repo:models/ada/tides'])
    await w.commit(repo)
    await w.channel.catchUp()
    ear.close()
    const missed = [await w.commit(repo), await w.commit(repo)]
    await w.channel.catchUp()
    // One more event while the other connection is reconnecting.
    const [back] = await Promise.all([
      w.listen(w.eve, ['repo:models/ada/tides'], { cursor: ear.cursor }),
      w.commit(repo).then((oid) => missed.push(oid)),
    ])
    await w.channel.catchUp()
    expect(back.said()).toEqual(['hello', ...missed.map((oid) => `commit refs/heads/main ${oid.slice(0, 7)} by ada`)])
    const again = await w.listen(w.eve, ['repo:models/ada/tides'], { cursor: back.cursor })
    expect(again.said()).toEqual(['hello'])
  })

  test('what happens at any moment of coming back is heard once, over two visits', async () => {
    await using w = await world(database)
    const repo = await w.addRepo('tides')
    let { cursor } = await w.listen(w.eve, ['repo:models/ada/tides'])
    for (let round = 0; round < 30; round++) {
      const [back, oid] = await Promise.all([
        delay(round % 6).then(() => w.listen(w.eve, ['repo:models/ada/tides'], { cursor })),
        w.commit(repo),
      ])
      await w.channel.catchUp()
      back.close()
      const again = await w.listen(w.eve, ['repo:models/ada/tides'], { cursor: back.cursor })
      again.close()
      expect([...back.said(), ...again.said()]).toEqual(['hello', `commit refs/heads/main ${oid.slice(0, 7)} by ada`, 'hello'])
      cursor = again.cursor
    }
  })

  test('a strange cursor, and one with too much behind it, ask to look at everything anew', async () => {
    await using w = await world(database)
    const repo = await w.addRepo('tides')
    const strange = await w.listen(w.eve, ['repo:models/ada/tides'], { cursor: "1'; drop table event; --" })
    expect(strange.said()).toEqual(['hello', 'resync cursor'])
    const rows = Array.from({ length: 1_001 }, () => ({
      at: w.hub.now().getTime(),
      topic: 'repo.liked',
      actor: 'ada',
      repo_id: repo.id,
      payload: '{}',
    }))
    await w.hub.db.write(async (tx) => {
      await tx.insertInto('event').values(rows).execute()
    })
    const behind = await w.listen(w.eve, ['repo:models/ada/tides'], { cursor: strange.cursor })
    expect(behind.said()).toEqual(['hello', 'resync behind'])
  })

  test('a reader that is too slow is told to look anew and let go; the others hear on', async () => {
    await using w = await world(database)
    const repo = await w.addRepo('tides')
    let isFull = false
    const ended: (LiveMessage | null)[] = []
    await w.listen(w.eve, ['repo:models/ada/tides'], {
      sink: { send: () => !isFull, end: (last) => void ended.push(last) },
    })
    const quick = await w.listen(w.eve, ['repo:models/ada/tides'])
    isFull = true
    await w.commit(repo)
    await w.channel.catchUp()
    expect(ended).toEqual([{ kind: 'resync', data: { reason: 'slow' } }])
    expect(quick.said()).toHaveLength(2)
    expect(w.channel.size).toBe(1)
  })

  test('listings tell of repos made, moved and gone, to those who may see them', async () => {
    await using w = await world(database)
    const own = await w.listen(w.ada, ['listing:ADA'])
    const all = await w.listen(anonymous, ['listing'])
    const others = await w.listen(anonymous, ['listing:eve'])
    const repo = await w.addRepo('tides')
    const secret = await w.addRepo('secret', { visibility: 'private' })
    await w.channel.catchUp()
    await moveRepo(w.hub, w.ada, repo, 'ada', 'ebbs')
    await deleteRepo(w.hub, w.ada, secret)
    await w.commit(repo)
    await w.channel.catchUp()
    expect(own.said()).toEqual(['hello', 'created /ada/tides', 'created /ada/secret', 'moved /ada/ebbs'])
    expect(all.said()).toEqual(['hello', 'created /ada/tides', 'moved /ada/ebbs'])
    expect(others.said()).toEqual(['hello'])
  })

  test('many likes of one person at once are one; work that goes on tells only its latest step', async () => {
    await using w = await world(database)
    const repo = await w.addRepo('tides')
    const ear = await w.listen(w.eve, ['repo:models/ada/tides'])
    await w.hub.db.write(async (tx) => {
      const row = { at: w.hub.now().getTime(), actor: 'eve', repo_id: repo.id, payload: '{}' }
      await tx
        .insertInto('event')
        .values(['repo.liked', 'repo.unliked', 'repo.liked'].map((topic) => ({ ...row, topic })))
        .execute()
    })
    await w.channel.catchUp()
    expect(ear.said()).toEqual(['hello', 'like by eve: 0'])
  })
})

test.for([
  [[]],
  [['']],
  [['repo:']],
  [['repo:models/ada']],
  [['repo:model/ada/tides']],
  [['repo:models/../tides']],
  [["repo:models/ada/t'; --"]],
  [['repo:models/ada/tides/extra']],
  [['listing:ada/tides']],
  [['listing:']],
  [['users']],
  [Array.from({ length: 51 }, (_, i) => `repo:models/ada/r${i}`)],
] as const)('%s are no topics', ([names]) => {
  expect(() => parseTopics(names)).toThrow(expect.objectContaining({ code: 'query.invalid' }))
})

test('topics are counted once each', () => {
  expect(parseTopics(Array(2_000).fill('listing'))).toHaveLength(1)
})
