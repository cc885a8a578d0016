import { isTaskId, pipelineType, taskIds } from '@portolan/tasks'
import { describe, expect, test } from 'vitest'
import { anonymous, createUser, loadActor, type UserActor, type Hub, createRepo } from '@portolan/hub'
import { databases, openTestHub } from '@portolan/hub/testing'
import { listingPage } from './listing-page.ts'
import { loadRepo } from './repo-view.ts'
import { taskEntries } from './task-entries.ts'
import { taskPage, tasksPage } from './tasks-page.ts'

async function userOf(hub: Hub, name: string): Promise<UserActor> {
  const account = await createUser(hub, { name, password: null, email: `${name}@example.org` })
  const actor = await loadActor(hub.db.read, account.id, null)
  if (actor?.kind !== 'user') throw new Error('no user')
  return actor
}

type Kind = 'model' | 'dataset' | 'space'

async function add(hub: Hub, owner: UserActor, type: Kind, name: string, frontMatter: string, more: { visibility?: 'private' } = {}) {
  return createRepo(hub, owner, {
    type,
    name,
    ...more,
    ...(type === 'space' ? { sdk: 'static' } : {}),
    files: [{ path: 'README.md', content: Buffer.from(`---\n${frontMatter}\n---\n# ${name}\n\nAbout ${name}.\n`) }],
  })
}

test('an empty hub: every task is listed by modality, with zeros', async () => {
  await using hub = await openTestHub()
  const page = await tasksPage(hub, anonymous, '')
  expect(page.found).toBe(57)
  expect(page.groups.map(({ modality, tasks }) => [modality, tasks.length])).toEqual([
    ['multimodal', 9],
    ['nlp', 15],
    ['cv', 19],
    ['audio', 6],
    ['tabular', 4],
    ['rl', 2],
    ['other', 2],
  ])
  for (const { tasks, modality } of page.groups)
    for (const task of tasks) {
      expect(task).toMatchObject({ label: pipelineType(task.id).name, models: 0, datasets: 0 })
      expect(pipelineType(task.id).modality).toBe(modality)
      expect(task.gist).toMatch(/^[“\p{Lu}].{30,}[.?]$/u)
    }
})

test.for([
  ['subtitles', 'automatic-speech-recognition'],
  ['FRAUD', 'tabular-classification'],
  ['background removal', 'image-segmentation'],
  ['named entity', 'token-classification'],
  ['sentiment-analysis', 'text-classification'],
  ['  reinforcement   games ', 'reinforcement-learning'],
] as const)('%s finds %s', async ([q, id]) => {
  await using hub = await openTestHub()
  const page = await tasksPage(hub, anonymous, q)
  expect(page.groups.flatMap(({ tasks }) => tasks.map((task) => task.id))).toContain(id)
  expect(page.found).toBeLessThan(12)
})

test.for(['zzzz', '\0', '%', '<script>', 'x'.repeat(5_000), '__proto__', 'a '.repeat(5_000) + 'zzzz'])(
  '%j finds nothing or little, and breaks nothing',
  async (q) => {
    await using hub = await openTestHub()
    const page = await tasksPage(hub, anonymous, q)
    expect(page.found).toBe(page.groups.flatMap(({ tasks }) => tasks).length)
  },
)

describe.for(databases.flatMap((database) => [0, Number.MAX_SAFE_INTEGER].map((indexListingsFrom) => ({ database, indexListingsFrom }))))(
  'on $database, index from $indexListingsFrom',
  ({ database, indexListingsFrom }) => {
    test('shelves hold what the reader may see; an example is one that everybody can load', async () => {
      await using hub = await openTestHub({ database, config: { indexListingsFrom } })
      const ada = await userOf(hub, 'ada')
      const task = 'pipeline_tag: image-classification'
      await add(hub, ada, 'model', 'hidden', task, { visibility: 'private' })
      await add(hub, ada, 'model', 'gulls', `${task}\nlibrary_name: timm`)
      await add(hub, ada, 'model', 'words', 'pipeline_tag: fill-mask')
      await add(hub, ada, 'dataset', 'photos', 'task_categories: [image-classification]')
      await add(hub, ada, 'space', 'tagged', 'sdk: static\ntags: [image-classification]')
      await add(hub, ada, 'space', 'using', 'sdk: static\nmodels: [ada/gulls]')
      await add(hub, ada, 'space', 'unrelated', 'sdk: static\nmodels: [ada/words]')

      const page = await taskPage(hub, anonymous, 'image-classification', 'likes')
      expect(page.models.map(({ fullName }) => fullName)).toEqual(['ada/gulls'])
      expect(page.datasets.map(({ fullName }) => fullName)).toEqual(['ada/photos'])
      expect(page.spaces.map(({ fullName }) => fullName).sort()).toEqual(['ada/tagged', 'ada/using'])
      expect(page.counts).toEqual({ models: 1, datasets: 1 })
      expect(page.example).toMatchObject({ fullName: 'ada/gulls', record: { id: 'ada/gulls', pipeline_tag: 'image-classification' } })

      const own = await taskPage(hub, ada, 'image-classification', 'downloads')
      expect(own.models.map(({ fullName }) => fullName).sort()).toEqual(['ada/gulls', 'ada/hidden'])
      expect(own.example?.fullName).toBe('ada/gulls')
      expect(own.counts.models).toBe(1)

      const entries = await taskEntries(hub)
      expect(entries['image-classification'].models).toEqual([{ id: 'ada/gulls', description: 'About gulls.' }])
      expect(
        Object.values(entries)
          .filter(({ models }) => models.length > 0)
          .map(({ id }) => id),
      ).toEqual(['fill-mask', 'image-classification'])
      expect(JSON.stringify(entries).includes('ada/hidden')).toBe(false)
    })

    test('task facets: by modality, hidden tasks only for those who look', async () => {
      await using hub = await openTestHub({ database, config: { indexListingsFrom } })
      const ada = await userOf(hub, 'ada')
      for (const [i, id] of ['other', 'text-ranking', 'image-classification', 'fill-mask', 'image-text-to-text', 'my-own-task'].entries())
        await add(hub, ada, 'model', `m${i}`, `pipeline_tag: ${id}`)
      await add(hub, ada, 'model', 'm9', 'pipeline_tag: fill-mask')
      await add(
        hub,
        ada,
        'dataset',
        'd1',
        'task_categories: [image-classification, video-to-video, multiple-choice]\ntask_ids: [face-detection]',
      )
      const facet = async (type: 'model' | 'dataset', query: string, ns: string) =>
        (await listingPage(hub, anonymous, type, new URLSearchParams(query))).facets
          .find((each) => each.ns === ns)
          ?.values.map(({ value, label, group, n }) => [value, label, group, n])
      for (const query of ['', 'author=ada'])
        expect(await facet('model', query, 'pipeline_tag')).toEqual([
          ['image-text-to-text', 'Image-Text-to-Text', 'Multimodal', 1],
          ['fill-mask', 'Fill-Mask', 'Natural Language Processing', 2],
          ['text-ranking', 'Text Ranking', 'Natural Language Processing', 1],
          ['image-classification', 'Image Classification', 'Computer Vision', 1],
          ['my-own-task', 'my-own-task', 'Other', 1],
        ])
      expect(await facet('model', 'find_pipeline_tag=Oth', 'pipeline_tag')).toEqual([['other', 'Other', 'Other', 1]])
      expect(await facet('dataset', '', 'task_categories')).toEqual([
        ['task_categories:multiple-choice', 'Multiple Choice', 'Natural Language Processing', 1],
        ['task_categories:image-classification', 'Image Classification', 'Computer Vision', 1],
      ])
      const chosen = await listingPage(
        hub,
        anonymous,
        'dataset',
        new URLSearchParams('tag=task_categories:image-classification&tag=task_ids:face-detection'),
      )
      expect(chosen.chosen.map(({ label }) => label)).toEqual(['Image Classification', 'Face Detection'])
      expect(chosen.tasks).toEqual([{ label: 'Image Classification', path: '/tasks/image-classification' }])
      expect((await listingPage(hub, anonymous, 'model', new URLSearchParams('task=my-own-task'))).tasks).toEqual([])
    })
  },
)

test('a dataset links to the tasks that its card names, known ones only', async () => {
  await using hub = await openTestHub()
  const ada = await userOf(hub, 'ada')
  await add(hub, ada, 'dataset', 'photos', 'task_categories: [image-segmentation, my-own]')
  const { header } = await loadRepo(hub, anonymous, 'dataset', 'ada/photos')
  expect(header.datasetTasks).toEqual([
    { tag: 'task_categories:image-segmentation', label: 'Image Segmentation', path: '/tasks/image-segmentation' },
  ])
  await add(hub, ada, 'model', 'own', 'pipeline_tag: my-own')
  expect((await loadRepo(hub, anonymous, 'model', 'ada/own')).header).toMatchObject({ task: 'my-own', taskPath: null, datasetTasks: [] })
})

test('a model whose branch is gone is passed over as an example', async () => {
  await using hub = await openTestHub()
  const ada = await userOf(hub, 'ada')
  for (const name of ['whole', 'broken']) await add(hub, ada, 'model', name, 'pipeline_tag: fill-mask')
  await hub.db.write((tx) =>
    tx
      .deleteFrom('git_ref')
      .where('repo_id', '=', tx.selectFrom('repo').select('id').where('name', '=', 'broken'))
      .execute(),
  )
  expect((await taskPage(hub, anonymous, 'fill-mask', 'likes')).example?.fullName).toBe('ada/whole')
})

test('every task has a page, with ways to other pages that exist', async () => {
  await using hub = await openTestHub()
  for (const id of taskIds) {
    const page = await taskPage(hub, anonymous, id, 'likes')
    expect(page).toMatchObject({ id, example: null, models: [], datasets: [], spaces: [], counts: { models: 0, datasets: 0 } })
    for (const link of [...page.related, ...(page.canonical ? [page.canonical] : [])]) expect(isTaskId(link.id)).toBe(true)
  }
})

test.for(['nothing', '', '__proto__', 'constructor', 'Fill-Mask', '../fill-mask'])('there is no page %j', async (task) => {
  await using hub = await openTestHub()
  await expect(taskPage(hub, anonymous, task, 'likes')).rejects.toMatchObject({ code: 'route.not_found' })
})
