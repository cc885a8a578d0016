import { databases } from '@portolan/hub/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RepoRequest, repoRequests, visibleOf } from './testing/repo-requests.ts'
import { openRestrictedWorld, type RestrictedWorld, sentinel } from './testing/restricted-world.ts'

/*
 * What strangers learn about repos whose files are restricted: gated repos, disabled repos, and repos that garbage collection is freeing. Every route
 * below a repo must be in one of the three lists; a route that is in none fails.
 */

/** Routes that return the repo's files, or something that grants reading or copying them. */
const content = new Set(
  `
  POST · POST pipeline/:task · POST v1/chat/completions · POST v1/completions · POST v1/embeddings
  GET variables · GET logs/:which · POST duplicate · POST lfs-files/duplicate · GET safetensors-metadata/* · GET compare/*
  GET preview · GET preview/rows · GET preview/statistics · GET preview/search · GET auth-check · GET xet-read-token/*
  POST info/lfs/objects/batch · GET info/lfs/locks · GET :how/* · GET commit/:patch · GET info/refs · POST git-upload-pack
`
    .trim()
    .split(/\s*[·\n]\s*/),
)

/** Routes that return the repo's metadata: card, facts, file names, history, discussions. */
const metadata = new Set(
  `
  GET · GET revision/* · GET similar · GET snippets · GET inference-snippets · POST inference-snippets · GET runtime · GET likers
  POST like · DELETE like · GET discussions · GET discussions/:num · GET discussions/:num/storage
  GET tree/* · GET treesize/* · POST paths-info/* · GET refs · GET commits/*
`
    .trim()
    .split(/\s*[·\n]\s*/),
)

/** Routes that need a permission strangers lack, or concern discussions; without it, every repo returns the same error, or "disabled". */
const rights = new Set(
  `
  POST restart · POST variables · DELETE variables · GET secrets · POST secrets · DELETE secrets · POST hardware · PUT hardware
  DELETE hardware · POST sleeptime · PUT sleeptime · DELETE sleeptime · POST storage · PUT storage · DELETE storage · POST pause · PUT pause
  DELETE pause · POST dev-mode · PUT dev-mode · DELETE dev-mode · POST volumes · PUT volumes · DELETE volumes · POST discussions
  DELETE discussions/:num · DELETE discussions/:num/ref · POST discussions/:num/comment · POST discussions/:num/comment/:event/reply
  POST discussions/:num/comment/:event/edit · POST discussions/:num/comment/:event/hide · POST discussions/:num/comment/:event/reaction
  POST discussions/:num/title · POST discussions/:num/status · POST discussions/:num/merge · POST discussions/:num/pin
  POST discussions/:num/lock · GET user-access-request/:status · POST user-access-request/handle · POST user-access-request/batch
  POST user-access-request/grant · POST user-access-request/cancel · GET user-access-request/groups · DELETE user-access-request/grant
  GET user-access-report · PUT settings · POST branch/* · DELETE branch/* · POST tag/* · DELETE tag/* · POST super-squash/* · GET lfs-files
  POST lfs-files/batch · DELETE lfs-files/:sha · GET auth-check/write · POST preupload/* · POST commit/* · POST info/lfs/locks
  POST info/lfs/locks/verify · POST info/lfs/locks/:id/unlock · GET xet-write-token/* · POST git-receive-pack
`
    .trim()
    .split(/\s*[·\n]\s*/),
)

/** Routes through which a stranger requests access to a gated repo. */
const ways = new Set(['POST ask-access'])

/** The action of a route on a repo, without the repo type. */
function actionOf({ method, pattern }: RepoRequest): string {
  const rest = pattern.slice(pattern.indexOf(':owner/:name') + ':owner/:name'.length).replaceAll(/\{(?:[^{}]|\{[^}]*\})*\}/g, '')
  return `${method} ${rest.slice(1)}`.trim()
}

const requests = repoRequests({ resolve: 'main/secret.txt', raw: 'main/secret.txt', compare: ':head^..main' })

test('every route below a repo is in one of the lists, and the lists name no others', () => {
  const actions = new Set(requests.map(actionOf))
  const lists = [content, metadata, rights, ways]
  const listed = new Map([...actions].map((action) => [action, lists.filter((list) => list.has(action)).length]))
  expect([...listed].filter(([, times]) => times !== 1)).toEqual([])
  expect(lists.flatMap((list) => [...list]).filter((action) => !actions.has(action))).toEqual([])
})

describe.for(databases)('what is held back, on %s', (database) => {
  let t: RestrictedWorld
  beforeAll(async () => {
    t = await openRestrictedWorld({ database })
  })
  afterAll(() => t[Symbol.asyncDispose]())

  async function ask({ method, url, body }: RepoRequest, name: string, as: 'eve' | undefined) {
    const address = url(name)
    const type = address.includes('/datasets/') ? 'dataset' : address.includes('/spaces/') ? 'space' : 'model'
    const path = address
      .replace(':head', t.head(type, name))
      .replace(/:patch\{.*$/, `${t.head(type, name)}.patch`)
      .replace(':task', 'text-generation')
      .replace(/:which\{[^}]*\}/, 'build')
      .replace(':sha', 'a'.repeat(64))
      .replace(':id', '1')
    const answer = await t.call(path, {
      method,
      ...(as === undefined ? {} : { as }),
      ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
    })
    const code = answer.headers.get('x-error-code')
    const seen = await visibleOf(answer, name)
    return { ...seen, text: seen.text.replaceAll(t.head(type, name), 'HEAD'), code, hasContent: seen.text.includes(sentinel) }
  }

  test.for(requests.map((request) => [`${request.method} ${request.pattern}`, request] as const))('%s', async ([, request]) => {
    const action = actionOf(request)
    for (const as of ['eve', undefined] as const) {
      const [shown, gated, disabled] = [
        await ask(request, 'z9-shown', as),
        await ask(request, 'z9-gated', as),
        await ask(request, 'z9-disabled', as),
      ]
      expect([as, gated.hasContent, disabled.hasContent]).toEqual([as, false, false])
      if (content.has(action)) {
        expect([as, gated.status]).toEqual([as, as === undefined ? 401 : 403])
        if (as !== undefined)
          expect([gated.code, JSON.stringify(gated.headers)]).toEqual(['GatedRepo', expect.stringContaining('is restricted')])
        // A route that requires authentication checks that first.
        expect([as, disabled.status]).toEqual([as, shown.status === 401 && as === undefined ? 401 : 403])
      } else if (metadata.has(action)) {
        expect([as, gated.status, disabled.status]).toEqual([as, shown.status, shown.status])
      } else if (rights.has(action)) {
        expect([as, gated.status]).toEqual([as, shown.status])
        expect([as, [shown.status, 403].includes(disabled.status)]).toEqual([as, true])
        expect([as, shown.status >= 400]).toEqual([as, true])
      }
      const [freed, absent] = [await ask(request, 'z9-freed', as), await ask(request, 'z9-absent', as)]
      expect([as, freed]).toEqual([as, absent])
      expect([as, absent.status]).toEqual([as, as === undefined ? 401 : 404])
    }
  })

  test('what stands in no list of repos: sites of Spaces', async () => {
    const site = (name: string) => t.call(`/-/spaces/ada/${name}/`)
    expect(await (await site('z9-shown')).text()).toContain(sentinel)
    const missing = await visibleOf(await site('z9-absent'), 'z9-absent')
    for (const name of ['z9-gated', 'z9-disabled', 'z9-freed', 'z9-hidden'])
      expect(await visibleOf(await site(name), name)).toEqual(missing)
    expect(missing.status).toBe(404)
  })
})
