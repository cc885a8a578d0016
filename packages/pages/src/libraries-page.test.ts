import { expect, test } from 'vitest'
import { anonymous, createUser, loadActor, type UserActor, type Hub, createRepo } from '@portolan/hub'
import { databases, openTestHub } from '@portolan/hub/testing'
import { libraryCounts, libraryModels } from './libraries-page.ts'

async function userOf(hub: Hub, name: string): Promise<UserActor> {
  const account = await createUser(hub, { name, password: null, email: `${name}@example.org` })
  const actor = await loadActor(hub.db.read, account.id, null)
  if (actor?.kind !== 'user') throw new Error('no user')
  return actor
}

async function add(hub: Hub, owner: UserActor, name: string, frontMatter: string, more: { visibility?: 'private' } = {}) {
  const files = [{ path: 'README.md', content: Buffer.from(`---\n${frontMatter}\n---\n# ${name}\n`) }]
  return createRepo(hub, owner, { type: 'model', name, ...more, files })
}

test.for(databases)('models of a library are counted and listed, those that the viewer may see (%s)', async (database) => {
  await using hub = await openTestHub({ database })
  const ada = await userOf(hub, 'ada')
  await add(hub, ada, 'stories', 'library_name: transformers\ntags: [gguf]')
  await add(hub, ada, 'quants', 'library_name: gguf')
  await add(hub, ada, 'secret', 'library_name: transformers', { visibility: 'private' })
  await add(hub, ada, 'other', 'library_name: of-its-own')

  const counts = await libraryCounts(hub, anonymous)
  expect([counts.get('transformers'), counts.get('gguf'), counts.get('of-its-own'), counts.get('nothing')]).toEqual([1, 2, 1, undefined])

  const names = async (actor: typeof anonymous | UserActor, tags: string[]) => {
    const { models, total, example } = await libraryModels(hub, actor, tags, 10)
    return { names: models.map(({ fullName }) => fullName).sort(), total: total.n, example: example?.fullName ?? null }
  }
  expect(await names(anonymous, ['transformers'])).toEqual({ names: ['ada/stories'], total: 1, example: 'ada/stories' })
  // A card that names the library is a better example than one that only has its tag.
  expect(await names(anonymous, ['gguf', 'llama-cpp-python'])).toEqual({
    names: ['ada/quants', 'ada/stories'],
    total: 2,
    example: 'ada/quants',
  })
  expect((await names(ada, ['transformers'])).names).toEqual(['ada/secret', 'ada/stories'])
  expect(await names(anonymous, ['nothing'])).toEqual({ names: [], total: 0, example: null })
})

test('code is shown for an open model rather than a private one', async () => {
  await using hub = await openTestHub()
  const ada = await userOf(hub, 'ada')
  await add(hub, ada, 'secret', 'library_name: timm', { visibility: 'private' })
  expect((await libraryModels(hub, ada, ['timm'], 10)).example).toMatchObject({ fullName: 'ada/secret', isPrivate: true })
  await add(hub, ada, 'open', 'library_name: timm')
  expect((await libraryModels(hub, ada, ['timm'], 10)).example).toMatchObject({ fullName: 'ada/open', record: { library_name: 'timm' } })
})
