import { Readable } from 'node:stream'
import { deflateSync } from 'node:zlib'
import {
  beginTotp,
  confirmTotp,
  asSystem,
  renderingsOf,
  acceptShard,
  acceptXorb,
  addComment,
  addItem,
  addSshKey,
  askAccess,
  countDownload,
  countUsage,
  createBranch,
  createCollection,
  createCommit,
  createInvite,
  createPasswordReset,
  createLock,
  createOAuthApp,
  createOrg,
  createRepo,
  createSession,
  createTag,
  createUser,
  createWebhook,
  deleteAccount,
  deleteBranch,
  deleteOrg,
  editComment,
  embedCards,
  flushDownloads,
  flushUsage,
  follow,
  grantGroup,
  insertAccessToken,
  issueXetToken,
  lfsBatch,
  likeRepo,
  linkIdentity,
  loadActor,
  moveRepo,
  openDiscussion,
  openXetSession,
  react,
  type Repo,
  requireAccount,
  requireInferenceCaller,
  collectGarbage,
  setAvatar,
  setMemberRole,
  setSpaceVariable,
  startDeviceLogin,
  startProgress,
  storeInlineLarge,
  subdomainsOf,
  tellAccount,
  testWebhook,
  updateRepoSettings,
  upvoteCollection,
  setEmbeddingModel,
  setLocalEngine,
  type UserActor,
  watchRepo,
} from '@portolan/hub'
import { renderCard } from '@portolan/markdown'
import { appCode, type TestHub, WordEngine } from '@portolan/hub/testing'
import { writeShard } from '@portolan/xet'
import { bareApp } from './bare-app.ts'
import { sha256Of } from './lfs-upload.ts'
import { answer, authorizeQuery, pkce, redirectUri } from './oauth-flow.ts'
import { prepare } from './xet-client.ts'

/** The data in every recorded release, which its test checks. */
export const released = {
  token: `hf_${'release'.repeat(5)}`,
  password: 'the lighthouse keeps seven lamps',
  card: '---\nlicense: mit\npipeline_tag: text-generation\ntags:\n- lighthouse\n---\n# Lamps\n\nSeven lamps burn above the *harbor*.\n',
  config: '{"model_type": "lighthouse"}\n',
  large: Buffer.from('seven lamps, large as they are, burn above the harbor\n'.repeat(40)),
  chunked: Buffer.from('chunk by chunk the tide comes in\n'.repeat(60)),
  comment: 'Which of the seven lamps is the oldest?',
} as const

/**
 * Fills every table of an empty hub: through services and requests, as users do, and directly only for rows that a crashed process leaves behind.
 * A test checks every table, so add new ones here (`releases.test.ts`).
 */
export async function fillRelease(hub: TestHub): Promise<void> {
  const people = await fillPeople(hub)
  const lamps = await fillModel(hub, people)
  await fillOtherRepos(hub, people)
  await fillDiscussions(hub, people, lamps)
  await fillCollections(hub, people)
  await fillSignIn(hub, people)
  await fillLargeFiles(hub, people, lamps)
  await fillUse(hub, people, lamps)
  await fillGarbage(hub, people, lamps)
  await fillMail(hub, people)
}

interface People {
  readonly root: UserActor
  readonly ada: UserActor
  readonly eve: UserActor
}

async function fillPeople(hub: TestHub): Promise<People> {
  const [root, ada, eve] = [await addUser(hub, 'root', null), await addUser(hub, 'ada', released.password), await addUser(hub, 'eve', null)]
  await insertAccessToken(hub, ada.userId, 'ada', { name: 'release', role: 'write', token: released.token })
  await createSession(hub, ada.userId, { userAgent: 'a browser of the release' })
  await createInvite(hub, root)
  await createPasswordReset(hub, root, 'eve')
  const key = `ssh-ed25519 ${Buffer.concat([Buffer.from('0000000b7373682d6564323535313900000020', 'hex'), Buffer.alloc(32, 7)]).toString('base64')} ada@lamps`
  await addSshKey(hub, ada, { title: '', key })
  await addUser(hub, 'gone', null)
  await deleteAccount(hub, root, 'gone', { repos: 'delete' })
  await createOrg(hub, ada, { name: 'flotilla' })
  await deleteOrg(hub, await again(hub, ada), 'flotilla')
  await fillSecondFactors(hub, eve)
  await createOrg(hub, ada, { name: 'fleet' })
  await setMemberRole(hub, await again(hub, ada), 'fleet', 'eve', 'read')
  await follow(hub, eve, await requireAccount(hub, 'ada'))
  await setAvatar(hub, ada, 'ada', smallPicture())
  return { root, ada: await again(hub, ada), eve: await again(hub, eve) }
}

/** An authenticator app with its recovery codes, a passkey, and what two interrupted sign-ins leave behind. */
async function fillSecondFactors(hub: TestHub, eve: UserActor): Promise<void> {
  const { secret } = await beginTotp(hub, eve, 'Portolan')
  await confirmTotp(hub, eve, appCode(secret, hub.now()), '192.0.2.1')
  const now = hub.now().getTime()
  const [hash, expires] = [hub.randomBytes(32), now + 600_000]
  await hub.db.write(async (tx) => {
    await tx
      .insertInto('passkey')
      .values({
        uid: hub.newId(),
        user_id: eve.userId,
        credential_id: hash,
        public_key: hash,
        counter: 3,
        transports: '["internal"]',
        name: 'a laptop',
        created: now,
        last_used: now,
      })
      .execute()
    await tx.insertInto('pending_sign_in').values({ token_hash: hash, user_id: eve.userId, created: now, expires }).execute()
    await tx.insertInto('used_challenge').values({ challenge_hash: hash, expires }).execute()
  })
}

/** What waits to be sent, as on a hub that sends mail. */
async function fillMail(hub: TestHub, { ada }: People): Promise<void> {
  const sending = { ...hub, config: { ...hub.config, sendsMail: true } }
  await hub.db.write(async (tx) => {
    await tellAccount(tx, sending, ada.userId, { kind: 'password-changed' })
    await tx.insertInto('mail_preference').values({ user_id: ada.userId, switched_off: '["organizations"]', daily: '["repos"]' }).execute()
    const news = { topic: 'organization 0123456789abcdef01234567', kind: 'organizations', first_event: null, n: 2 }
    await tx
      .insertInto('mail_news')
      .values({ user_id: ada.userId, at: hub.now().getTime(), ...news })
      .execute()
    await tx
      .insertInto('known_sign_in')
      .values({ user_id: ada.userId, hash: Buffer.alloc(32, 7), seen: hub.now().getTime() })
      .execute()
  })
}

async function addUser(hub: TestHub, name: string, password: string | null): Promise<UserActor> {
  const account = await createUser(hub, { name, password, email: `${name}@example.org` })
  const actor = await loadActor(hub.db.read, account.id, null)
  if (actor === null) throw new Error(`no ${name}`)
  return actor
}

/** Reloads an actor to pick up changes in organizations and roles. */
async function again(hub: TestHub, { userId }: UserActor): Promise<UserActor> {
  return (await loadActor(hub.db.read, userId, null)) as UserActor
}

function filesOf(files: Readonly<Record<string, string>>) {
  return Object.entries(files).map(([path, content]) => ({ path, content: Buffer.from(content) }))
}

/** `ada/lamps`: moved once, liked, tagged, with a branch and three commits. */
async function fillModel(hub: TestHub, { ada, eve }: People): Promise<Repo> {
  const first = await createRepo(hub, ada, { type: 'model', name: 'lanterns', files: filesOf({ 'config.json': released.config }) })
  const repo = await moveRepo(hub, ada, first, 'ada', 'lamps')
  await commit(hub, ada, repo, 'Say what they are', 'README.md', released.card)
  hub.tick(1_000)
  await commit(hub, ada, repo, 'Add notes', 'notes/first.txt', 'the first lamp\n')
  await createTag(hub, ada, repo, { tag: 'v0', revision: 'main', message: 'the first lamps' })
  await createBranch(hub, ada, repo, { name: 'dusk' })
  await likeRepo(hub, eve, repo)
  await renderCard(renderingsOf(hub), {
    markdown: released.card,
    cacheKey: 'release',
    linkBase: '/ada/lamps/blob/main/',
    rawBase: '/ada/lamps/resolve/main/',
  })
  return repo
}

async function commit(hub: TestHub, actor: UserActor, repo: Repo, summary: string, path: string, text: string, revision = 'main') {
  return createCommit(hub, actor, repo, { revision, summary, operations: [{ kind: 'file', path, content: Buffer.from(text) }] })
}

/** A gated dataset that eve requested access to, a static Space, and a model that returns vectors. */
async function fillOtherRepos(hub: TestHub, { ada, eve }: People): Promise<void> {
  const logs = await createRepo(hub, ada, { type: 'dataset', name: 'logs', files: filesOf({ 'logs.csv': 'lamp,hour\n1,22\n' }) })
  const gated = await updateRepoSettings(hub, ada, logs, { gated: 'manual' })
  await askAccess(hub, eve, gated, {})
  await grantGroup(hub, ada, gated, 'fleet')
  const space = await createRepo(hub, ada, {
    type: 'space',
    name: 'bridge',
    sdk: 'static',
    files: filesOf({ 'index.html': '<h1>Bridge</h1>\n' }),
  })
  await setSpaceVariable(hub, ada, space, { name: 'LAMPS', value: 'seven', description: 'how many' })
  await subdomainsOf(hub, [space])
  const vectors = { 'README.md': '---\npipeline_tag: feature-extraction\n---\nCounts words.\n', 'onnx/model.onnx': 'x' }
  await createRepo(hub, ada, { type: 'model', name: 'counts-words', files: filesOf(vectors) })
  setLocalEngine(hub, new WordEngine())
  setEmbeddingModel(hub, { repo: 'ada/counts-words', revision: null })
  await embedCards(hub)
  setLocalEngine(hub, null)
}

async function fillDiscussions(hub: TestHub, { ada, eve }: People, repo: Repo): Promise<void> {
  await watchRepo(hub, ada, repo, 'all')
  const { num } = await openDiscussion(hub, eve, repo, { title: 'The oldest lamp', description: 'A question for @ada.' })
  const uid = await addComment(hub, eve, repo, num, { text: 'Wich one?' })
  hub.tick(1_000)
  await editComment(hub, eve, repo, num, uid, released.comment)
  await react(hub, ada, repo, num, uid, { reaction: '👍', isOn: true })
  const operations = [{ kind: 'file' as const, path: 'notes/second.txt', content: Buffer.from('the second lamp\n') }]
  await createCommit(hub, eve, repo, { revision: 'main', summary: 'Add the second lamp', operations, createPullRequest: true })
}

async function fillCollections(hub: TestHub, { ada, eve }: People): Promise<void> {
  const item = { type: 'model', id: 'ada/lamps' } as const
  const { slug } = await createCollection(hub, ada, {
    title: 'Lights',
    namespace: 'ada',
    description: 'What burns at night',
    item,
    note: 'seven',
  })
  await addItem(hub, ada, slug, { type: 'dataset', id: 'ada/logs' }, null)
  await upvoteCollection(hub, eve, slug, true)
}

async function fillSignIn(hub: TestHub, { ada, eve }: People): Promise<void> {
  await startDeviceLogin(hub, { clientId: 'release-client', address: '192.0.2.7', userAgent: 'a device of the release' })
  const identity = { issuer: 'https://id.example.org', subject: 'ada-7', email: 'ada@example.org', emailVerified: true }
  const rules = { domains: [], groups: [], createsAccounts: true, orgRoles: [] }
  await linkIdentity(hub, ada, { ...identity, username: 'ada', fullname: 'Ada', groups: [] }, rules)
  const scopes = ['openid', 'profile', 'contribute-repos'] as const
  const { app, secret } = await createOAuthApp(hub, ada, { name: 'Tool', isPublic: false, scopes, redirectUris: [redirectUri] })
  const { verifier, challenge } = pkce()
  const query = authorizeQuery(app.clientId, { scope: scopes.join(' '), code_challenge: challenge, code_challenge_method: 'S256' })
  const code = (await answer(hub, eve, query)).searchParams.get('code') ?? ''
  const http = bareApp(hub)
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier, client_id: app.clientId }
  const exchanged = await http.request('http://localhost/oauth/token', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...form, client_secret: secret ?? '' }).toString(),
  })
  const tokens = (await exchanged.json()) as { access_token?: string }
  const made = await http.request('http://localhost/api/repos/create', {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'model', name: 'made-by-a-tool' }),
  })
  if (!made.ok) throw new Error(`The tool made no repo: ${made.status} ${await made.text()}`)
}

/** A file in one piece, and one in chunks; one that two users uploaded and nobody committed; an unfinished multipart upload; a lock. */
async function fillLargeFiles(hub: TestHub, { ada }: People, repo: Repo): Promise<void> {
  const { sha256, size } = await storeInlineLarge(hub, ada, repo, Readable.from([released.large]))
  const lfs = (path: string, file: { sha256: string; size: number }) => ({ kind: 'lfs' as const, path, ...file })
  await createCommit(hub, ada, repo, { revision: 'main', summary: 'Add large files', operations: [lfs('lamps.bin', { sha256, size })] })

  const { token } = await issueXetToken(hub, ada, repo, 'write')
  const session = await openXetSession(hub, token, 'write')
  const file = await prepare(released.chunked)
  await acceptXorb(hub, session, file.xorb.raw, bytesOf(file.xorb.body))
  await acceptShard(hub, session, writeShard([file.shard], []))
  const chunked = lfs('tide.bin', { sha256: file.sha256, size: file.bytes.length })
  await createCommit(hub, ada, repo, { revision: 'main', summary: 'Add a file in chunks', operations: [chunked] })

  const fleet = await createRepo(hub, ada, { type: 'model', owner: 'fleet', name: 'buoys' })
  await setMemberRole(hub, ada, 'fleet', 'root', 'write')
  const root = await addedToFleet(hub)
  for (const each of [ada, root]) await storeInlineLarge(hub, each, fleet, Readable.from([Buffer.from('a buoy that two people brought')]))
  const parts = Buffer.from('an upload in parts that goes on')
  const wanted = { operation: 'upload' as const, transfers: ['multipart'], objects: [{ oid: sha256Of(parts), size: parts.length }] }
  await lfsBatch(hub, ada, asSystem(repo), wanted, { multipartFrom: 1, partBytes: 1024 * 1024 })
  await createLock(hub, ada, repo, { path: 'lamps.bin', ref: 'refs/heads/main' })
  // An upload whose process died before it was recorded, and a removal. Garbage collection judges the age of a removal by the real clock, not by the
  // hub's: one that has just started is not old enough to be finished before the release is recorded.
  await hub.blobs.put(Readable.from([Buffer.from('bytes that nobody recorded')]), {})
  await hub.db.write((tx) =>
    tx
      .insertInto('blob_freeing')
      .values({ sha256: Buffer.alloc(32, 7), since: Date.now() })
      .execute(),
  )
}

async function addedToFleet(hub: TestHub): Promise<UserActor> {
  return (await loadActor(hub.db.read, (await requireAccount(hub, 'root')).id, null)) as UserActor
}

async function* bytesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function fillUse(hub: TestHub, { ada }: People, repo: Repo): Promise<void> {
  countDownload(hub, repo, { path: 'config.json', callerKey: 'release' })
  await flushDownloads(hub)
  const usage = { model: 'ada/lamps', upstream: 'tower', promptTokens: 7, completionTokens: 70, failed: false }
  countUsage(hub, requireInferenceCaller(hub, ada, null), usage)
  await flushUsage(hub)
  await startProgress(hub, { kind: 'export', title: 'Exporting lamps', of: { repoId: repo.id } })
  const watched = [{ type: 'user' as const, name: 'ada' }]
  const hook = await createWebhook(hub, ada, { url: 'https://hooks.example.org/lamps', secret: 'seven', watched, domains: ['repo'] })
  await testWebhook(hub, ada, hook.uid, 'http://localhost')
}

/** A branch whose objects were freed, one whose objects are marked, and a run whose lease is still held. */
async function fillGarbage(hub: TestHub, { ada }: People, repo: Repo): Promise<void> {
  for (const graceMs of [1, 7 * 86_400_000]) {
    await createBranch(hub, ada, repo, { name: 'storm' })
    await commit(hub, ada, repo, 'A storm', 'storm.txt', `after ${graceMs}\n`, 'storm')
    await deleteBranch(hub, ada, repo, 'storm')
    await collectGarbage(hub, { graceMs })
    hub.tick(10)
    if (graceMs === 1) await collectGarbage(hub, { graceMs })
  }
  await commit(hub, ada, repo, 'The last of the release', 'last.txt', 'the seventh lamp\n')
  const lease = { name: 'release', holder: 'a process that died', expires: hub.now().getTime() }
  await hub.db.write((tx) => tx.insertInto('gc_lease').values(lease).execute())
  const at = hub.now().getTime()
  const run = { kind: 'backup' as const, place: '/release', started: at, ended: at, state: 'failed', report: '{"error":"no room"}' }
  await hub.db.write((tx) => tx.insertInto('backup_run').values(run).execute())
  const progress = { name: 'storage', started: at, part: 7, ended: null, report: '{}' }
  await hub.db.write((tx) => tx.insertInto('verify_progress').values(progress).execute())
  const damage = { kind: 'large file', item: '7'.repeat(64), what: 'is recorded but not stored', place: 'large file 7', affects: '[]' }
  await hub.db.write((tx) =>
    tx
      .insertInto('storage_damage')
      .values({ ...damage, found: at, checked: at })
      .execute(),
  )
  // SQLite rate limits are counted in memory by the one server, so insert the row directly.
  await hub.db.write((tx) => tx.insertInto('rate_limit').values({ key: 'release', points: 7, expire: hub.now().getTime() }).execute())
}

/** A one-pixel PNG. */
function smallPicture(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)])
  }
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const pixels = deflateSync(Buffer.from([0, 1, 2, 3]))
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}
