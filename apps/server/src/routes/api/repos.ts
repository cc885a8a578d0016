import { HubError, parseRepoName, repoPath } from '@portolan/contract'
import {
  createRepo,
  deleteRepo,
  duplicateRepo,
  type Hub,
  licenseIds,
  moveRepo,
  requireRepo,
  requireUser,
  setDiscussionsDisabled,
  updateRepoSettings,
} from '@portolan/hub'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { jsonBody } from '../../http/json-body.ts'
import { apiRepo, repoOf } from '../../http/repo-params.ts'
import { noBuckets } from './not-offered.ts'
import { createdRepoAnswer, successAnswer } from '../../wire/answers.ts'
import { describe } from '../../openapi/describe.ts'

const repoType = z.enum(['model', 'dataset', 'space'])
const createBody = z.object({
  name: z.string().min(1),
  organization: z.string().nullish(),
  type: repoType.nullish(),
  visibility: z.enum(['public', 'private', 'protected']).nullish(),
  private: z.boolean().nullish(),
  sdk: z.string().nullish(),
  license: z.enum(licenseIds).nullish(),
  files: z.array(z.object({ path: z.string(), content: z.string(), encoding: z.enum(['utf-8', 'base64']).nullish() })).nullish(),
})
const nameBody = z.object({ name: z.string().min(1), organization: z.string().nullish(), type: repoType.nullish() })
const moveBody = z.object({ fromRepo: z.string(), toRepo: z.string(), type: z.enum([...repoType.options, 'bucket']).nullish() })
const duplicateBody = z.object({
  repository: z.string(),
  visibility: z.enum(['public', 'private', 'protected']).nullish(),
  private: z.boolean().nullish(),
})
const settingsBody = z.object({
  visibility: z.enum(['public', 'private', 'protected']).nullish(),
  private: z.boolean().nullish(),
  gated: z.union([z.literal(false), z.enum(['auto', 'manual'])]).nullish(),
  discussionsDisabled: z.boolean().nullish(),
})

/** The lifecycle of a repo: create, change, move, duplicate, delete. */
export function repoRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>()
    .post(
      '/api/repos/create',
      describe({ summary: 'Create a repo', answer: createdRepoAnswer, token: 'repo.write', body: createBody }),
      async (c) => {
        const user = requireUser(c.var.actor)
        const body = await jsonBody(c, createBody)
        const type = body.type ?? 'model'
        // Old clients may send `name` as `owner/name`.
        const [first = '', second, ...more] = body.name.split('/')
        if (more.length > 0) throw new HubError('repo.invalid_name', { message: 'A name can contain at most one /', field: 'name' })
        const owner = body.organization ?? (second === undefined ? user.name : first)
        const name = second ?? first
        const url = `${c.var.origin}/${repoPath({ type, owner, name })}`
        const repo = await whenNameTaken(url, () =>
          createRepo(hub, c.var.actor, {
            type,
            owner,
            name,
            visibility: isPrivate(body) ? 'private' : 'public',
            sdk: body.sdk ?? null,
            license: body.license ?? null,
            files: (body.files ?? []).map(({ path, content, encoding }) => ({
              path,
              content: Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8'),
            })),
          }),
        )
        return c.json({ url: `${c.var.origin}/${repoPath(repo)}`, name: repo.fullName, id: repo.uid })
      },
    )
    .delete(
      '/api/repos/delete',
      describe({ summary: 'Delete a repo', answer: successAnswer, token: 'repo.write', body: nameBody }),
      async (c) => {
        const user = requireUser(c.var.actor)
        const body = await jsonBody(c, nameBody)
        const fullName = body.name.includes('/') ? body.name : `${body.organization ?? user.name}/${body.name}`
        await deleteRepo(hub, c.var.actor, await requireRepo(hub, c.var.actor, body.type ?? 'model', fullName, 'admin'))
        return c.json({ success: true })
      },
    )
    .post('/api/repos/move', describe({ summary: 'Rename or transfer a repo', token: 'repo.write', body: moveBody }), async (c) => {
      requireUser(c.var.actor)
      const body = await jsonBody(c, moveBody)
      const type = body.type ?? 'model'
      if (type === 'bucket') throw new HubError('route.not_offered', { message: noBuckets })
      const target = parseRepoName(body.toRepo)
      if (!target) throw new HubError('repo.invalid_name', { message: 'toRepo must be owner/name' })
      const repo = await requireRepo(hub, c.var.actor, type, body.fromRepo, 'admin')
      const moved = await moveRepo(hub, c.var.actor, repo, target.owner, target.name)
      return c.json({ success: true, url: `${c.var.origin}/${repoPath(moved)}` })
    })
    .post(
      `${apiRepo}/duplicate`,
      describe({ summary: 'Duplicate a repo', answer: createdRepoAnswer, token: 'repo.write', body: duplicateBody }),
      async (c) => {
        requireUser(c.var.actor)
        const source = await repoOf(c, hub, 'content')
        const body = await jsonBody(c, duplicateBody)
        const target = parseRepoName(body.repository)
        if (!target) throw new HubError('repo.invalid_name', { message: 'repository must be owner/name' })
        // Unless stated otherwise, the copy has the visibility of the source.
        const isStated = (body.visibility ?? body.private ?? null) !== null
        const visibility = isStated ? (isPrivate(body) ? 'private' : 'public') : source.visibility
        const url = `${c.var.origin}/${repoPath({ type: source.type, ...target })}`
        const repo = await whenNameTaken(url, () => duplicateRepo(hub, c.var.actor, source, { ...target, visibility }))
        return c.json({ url: `${c.var.origin}/${repoPath(repo)}`, name: repo.fullName, id: repo.uid })
      },
    )
    .put(
      `${apiRepo}/settings`,
      describe({ summary: 'Change the settings of a repo', token: 'repo.write', body: settingsBody }),
      async (c) => {
        const repo = await repoOf(c, hub, 'admin')
        const body = await jsonBody(c, settingsBody)
        const visible = body.visibility !== undefined || body.private !== undefined
        const changed = await updateRepoSettings(hub, c.var.actor, repo, {
          ...(visible ? { visibility: isPrivate(body) ? ('private' as const) : ('public' as const) } : {}),
          ...(body.gated === undefined || body.gated === null ? {} : { gated: body.gated }),
        })
        const discussionsDisabled = body.discussionsDisabled ?? null
        if (discussionsDisabled !== null) await setDiscussionsDisabled(hub, c.var.actor, repo, discussionsDisabled)
        return c.json({
          private: changed.visibility === 'private',
          visibility: changed.visibility,
          gated: changed.gated,
          ...(discussionsDisabled === null ? {} : { discussionsDisabled }),
        })
      },
    )
}

/** Clients called with `exist_ok` read the address of the existing repo from the error. */
async function whenNameTaken<T>(url: string, make: () => Promise<T>): Promise<T> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof HubError && error.code === 'repo.name_taken') throw new HubError('repo.name_taken', { ...error.details, url })
    throw error
  }
}

/** `protected` hides the source of a Space; here it means private. */
function isPrivate(body: { visibility?: string | null | undefined; private?: boolean | null | undefined }): boolean {
  return body.visibility === undefined || body.visibility === null ? body.private === true : body.visibility !== 'public'
}
