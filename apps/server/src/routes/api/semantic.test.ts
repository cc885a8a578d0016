import { embedCards, setEmbeddingModel, setLocalEngine } from '@portolan/hub'
import { WordEngine } from '@portolan/hub/testing'
import { expect, test } from 'vitest'
import { openTestApp } from '../../testing/open-test-app.ts'

const card = (text: string, task = 'text-generation') => ({ 'README.md': `---\npipeline_tag: ${task}\n---\n${text}\n` })

test('models by what their cards mean, and those near to a model', async () => {
  await using world = await openTestApp()
  const { hub, call, addRepo } = world
  const none = await call('/api/semantic-search?q=ships')
  expect(none.status).toBe(503)
  expect(none.headers.get('x-error-message')).toContain('no working embedding model')

  setLocalEngine(hub, new WordEngine())
  setEmbeddingModel(hub, 'auto')
  await addRepo({ type: 'model', name: 'counts-words', files: { ...card('', 'feature-extraction'), 'onnx/model.onnx': 'x' } })
  const boats = await addRepo({ type: 'model', name: 'boats', files: card('Classifies sailing ships at sea.') })
  await addRepo({ type: 'model', name: 'secret', visibility: 'private', files: card('Classifies sailing ships at sea, in secret.') })
  expect(await embedCards(hub)).toBe(3)

  const ask = async (path: string, as?: string) => {
    const answer = await call(path, as === undefined ? {} : { as })
    expect(answer.status).toBe(200)
    return (await answer.json()) as { embeddingModel: string | null; models: { id: string; score: number }[] }
  }
  const found = await ask('/api/semantic-search?q=sailing+ships&limit=1')
  expect(found).toMatchObject({ embeddingModel: 'ada/counts-words', models: [{ _id: boats.uid, id: 'ada/boats', private: false }] })
  expect(found.models[0]?.score).toBeGreaterThan(0.3)
  const ids = async (path: string, as?: string) => (await ask(path, as)).models.map(({ id }) => id)
  expect(await ids('/api/semantic-search?q=sailing+ships', 'eve')).not.toContain('ada/secret')
  expect(await ids('/api/semantic-search?q=sailing+ships', 'ada')).toContain('ada/secret')
  expect(await ids('/api/models/ada/boats/similar', 'eve')).toEqual(['ada/counts-words'])
  expect((await ids('/api/models/ada/boats/similar', 'ada'))[0]).toBe('ada/secret')

  expect((await call('/api/models/ada/secret/similar', { as: 'eve' })).status).toBe(404)
  expect((await call('/api/semantic-search?q=+')).status).toBe(400)
  expect((await call('/api/semantic-search?q=a&limit=0')).status).toBe(400)
})
