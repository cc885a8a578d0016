import { filePathProblem, HubError, repoNameProblem, type RepoType } from '@portolan/contract'
import { oidToBytes } from '@portolan/git'
import { stringify } from 'yaml'
import type { Actor, UserActor } from '../../foundation/actor/index.ts'
import { invalidateActors, lockAccount } from '../../identity/accounts/index.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import { factsOf, inMemorySource } from '../../foundation/facts/index.ts'
import { initialCommit, moveRef, putObjects, requireSafeGitFile } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import { indexRepo } from '../search/index.ts'
import { defaultAttributes } from './default-attributes.ts'
import { requireOwner } from './owner.ts'
import { asSystem, type WithContent, toRepo, visibility } from '../access/index.ts'
import { kindOf } from '../../foundation/db/repo-kind.ts'

/** SDKs that a Space may use. */
export const spaceSdks = ['static', 'gradio', 'docker', 'streamlit'] as const

export interface CreateRepo {
  readonly type: RepoType
  /** Defaults to the caller. */
  readonly owner?: string | null
  readonly name: string
  readonly visibility?: 'public' | 'private'
  /** Required for Spaces. */
  readonly sdk?: string | null
  readonly license?: string | null
  /** Initial files, in addition to `.gitattributes`. Small ones only. */
  readonly files?: readonly { path: string; content: Buffer }[]
}

/**
 * Creates a repo with a first commit on `main`, so that it has a commit id from the start (clients need one).
 * @throws {HubError} `repo.invalid_name`, `repo.name_taken` (details: `fullName`), `repo.sdk_required`, and those of the owner check
 */
export async function createRepo(hub: Hub, actor: Actor, input: CreateRepo): Promise<WithContent> {
  const { user, owner } = await requireOwner(hub, actor, input.owner)
  const problem = repoNameProblem(input.name)
  if (problem !== null) throw new HubError('repo.invalid_name', { message: problem, field: 'name' })
  const sdk = input.type === 'space' ? requireSdk(input.sdk) : null
  const files = firstFiles(input, sdk)
  const commit = initialCommit({ files, author: signatureOf(user, hub.now()), message: 'initial commit' })
  const facts = await factsOf(input.name, inMemorySource(input.type, files))
  return hub.db.write(async (tx) => {
    await lockAccount(tx, owner.id)
    const now = hub.now().getTime()
    const row = await tx
      .insertInto('repo')
      .values({
        uid: hub.newId(),
        kind: kindOf(input.type),
        owner_id: owner.id,
        owner: owner.name,
        name: input.name,
        vis: visibility[input.visibility ?? 'public'],
        creator_id: user.userId,
        pipeline_tag: null,
        library: null,
        license: null,
        sdk,
        params: null,
        created: now,
        updated: now,
        head: oidToBytes(commit.commitOid),
        tags: '[]',
        storage: files.reduce((sum, { content }) => sum + content.length, 0),
        summary: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!row) {
      throw new HubError('repo.name_taken', {
        message: `You already created this ${input.type} repo: ${owner.name}/${input.name}`,
        fullName: `${owner.name}/${input.name}`,
        type: input.type,
      })
    }
    // A new repo under another one's former name takes over the name; the redirect would never be reached again.
    await tx
      .deleteFrom('repo_redirect')
      .where('kind', '=', row.kind)
      .where('owner_lower', '=', owner.name.toLowerCase())
      .where('name_lower', '=', input.name.toLowerCase())
      .execute()
    await putObjects(tx, row.id, commit.objects)
    await moveRef(tx, row.id, 'refs/heads/main', null, commit.commitOid)
    await tx
      .insertInto('repo_facts')
      .values({ repo_id: row.id, head: oidToBytes(commit.commitOid), facts: JSON.stringify(facts) })
      .execute()
    await indexRepo(tx, hub, row.id, facts)
    const app = user.token?.app
    if (app) {
      await tx.insertInto('oauth_app_repo').values({ app_id: app.id, repo_id: row.id }).execute()
      // Its token now has access to more.
      hub.db.afterCommit(tx, () => invalidateActors(hub))
    }
    await recordEvent(tx, hub, {
      topic: 'repo.created',
      actor: user.name,
      repoId: row.id,
      payload: { fullName: `${owner.name}/${input.name}`, type: input.type },
    })
    // The creator of a repo has access to its files.
    return asSystem(toRepo(await tx.selectFrom('repo').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow()))
  })
}

/** How an account signs commits. The address is made up: real e-mail addresses are not published in histories. */
export function signatureOf(user: Pick<UserActor, 'name'>, date: Date): { name: string; email: string; date: Date; offsetMinutes: number } {
  return { name: user.name, email: `${user.name}@users.noreply.portolan.invalid`, date, offsetMinutes: 0 }
}

function requireSdk(sdk: string | null | undefined): string {
  if (!sdk) throw new HubError('repo.sdk_required')
  if (!spaceSdks.some((known) => known === sdk))
    throw new HubError('body.invalid', { message: `The SDK of a Space must be one of ${spaceSdks.join(', ')}`, field: 'sdk' })
  return sdk
}

function firstFiles(input: CreateRepo, sdk: string | null): { path: string; content: Buffer }[] {
  const files = new Map<string, Buffer>([['.gitattributes', Buffer.from(defaultAttributes(input.type))]])
  const frontMatter = { ...(sdk === null ? {} : { title: input.name, sdk }), ...(input.license ? { license: input.license } : {}) }
  if (Object.keys(frontMatter).length > 0) files.set('README.md', Buffer.from(`---\n${stringify(frontMatter)}---\n`))
  for (const { path, content } of input.files ?? []) {
    const problem = filePathProblem(path)
    if (problem !== null) throw new HubError('commit.invalid_path', { message: `${problem}: ${path}`, path })
    requireSafeGitFile(path, content)
    files.set(path, content)
  }
  return [...files].map(([path, content]) => ({ path, content }))
}
