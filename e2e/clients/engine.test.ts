import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { InferenceClient } from '@huggingface/inference'
import { llamaFiles, noLlama, noRuntime, twoColors } from '@portolan/engine/testing'
import { filesOf, tinyModels } from '@portolan/engine/testing/models'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin, bootHub, type BootedHub } from '../support/booted-hub.ts'
import { commitFiles } from '../support/commit-files.ts'
import { releases } from './run-scenario.ts'

/* The hub's own engine, called by the usual clients: a tiny model for each task that they have a method for. */

const flac = new URL('../../packages/engine/src/testing/sounds/a440.flac', import.meta.url)
const red = twoColors(64, 48, [255, 0, 0], [255, 0, 0])
const whole = { xmin: 0, ymin: 0, xmax: 32, ymax: 48 }
const person = { entity_group: 'PER', word: 'Ada Lovelace', start: 0, end: 12 }
const place = { entity_group: 'LOC', word: 'London', start: 16, end: 22 }

describe.skipIf(noRuntime !== null)('the engine of the hub', () => {
  let hub: BootedHub
  beforeAll(async () => {
    hub = await bootHub({ PORTOLAN_EMBEDDING_MODEL: 'off' })
    for (const [task, model] of Object.entries(tinyModels)) {
      await hub.fetch('/api/repos/create', { method: 'POST', body: JSON.stringify({ type: 'model', name: task }) })
      await commitFiles(hub, `models/${admin.name}/${task}`, filesOf(model, task))
    }
    await writeFile(join(hub.dataDir, 'red.png'), red)
    await writeFile(join(hub.dataDir, 'loud.flac'), readFileSync(flac))
  })
  afterAll(() => hub[Symbol.asyncDispose]())

  const { python, provide } = releases[0] ?? { python: '', provide: '' }
  test.skipIf(!existsSync(python))(
    `huggingface_hub reads the answer of every task${existsSync(python) ? '' : `, provide it with: ${provide}`}`,
    async () => {
      const script = join(import.meta.dirname, 'python/engine_tasks.py')
      const environment = {
        PATH: process.env['PATH'] ?? '',
        HOME: hub.dataDir,
        HF_ENDPOINT: hub.url,
        HF_TOKEN: admin.token,
        PYTHONDONTWRITEBYTECODE: '1',
      }
      const { stdout } = await promisify(execFile)(python, [script, hub.dataDir], { env: environment })
      expect(JSON.parse(stdout)).toEqual({
        'audio-classification': [{ label: 'loud', score: 1 }],
        'automatic-speech-recognition': { text: 'a' },
        'document-question-answering': [{ answer: 'guten tag', score: 1, start: 0, end: 0 }],
        'feature-extraction': [0, 1, 0, 0],
        'fill-mask': [{ score: 0.88, sequence: 'the sea is blue.', token: 10, token_str: 'blue' }],
        'image-classification': [{ label: 'red', score: 1 }],
        'image-segmentation': [{ label: 'red', mask: [64, 48] }],
        'image-to-image': [32, 32],
        'image-to-text': { generated_text: 'guten tag' },
        'object-detection': [{ label: 'red', score: 1, box: whole }],
        'question-answering': { answer: 'blue', score: 1, start: 11, end: 15 },
        'sentence-similarity': [0.99, 0],
        summarization: { summary_text: 'guten tag' },
        'text-classification': [{ label: 'POSITIVE', score: 1 }],
        'text-to-speech': 'RIFF',
        'token-classification': [
          { ...person, score: 1 },
          { ...place, score: 1 },
        ],
        translation: { translation_text: 'guten tag' },
        'zero-shot-classification': [
          { label: 'sea', score: 0.99 },
          { label: 'sport', score: 0.01 },
        ],
        'zero-shot-image-classification': [
          { label: 'red', score: 1 },
          { label: 'blue', score: 0 },
        ],
      })
    },
  )

  test('@huggingface/inference reads the answer of every task', async () => {
    const client = (task: string) =>
      new InferenceClient(admin.token, { endpointUrl: `${hub.url}/hf-inference/models/${admin.name}/${task}` })
    const picture = new Blob([Uint8Array.from(red)], { type: 'image/png' })
    const sound = new Blob([Uint8Array.from(readFileSync(flac))], { type: 'audio/flac' })
    const near = (value: number) => expect.closeTo(value, 2) as number
    const text = (task: string) => client(task)
    expect(await text('audio-classification').audioClassification({ inputs: sound })).toMatchObject([{ label: 'loud' }, { label: 'quiet' }])
    expect(await text('automatic-speech-recognition').automaticSpeechRecognition({ inputs: sound })).toEqual({ text: 'a' })
    expect(
      await text('document-question-answering').documentQuestionAnswering({ inputs: { image: picture, question: 'what' } }),
    ).toMatchObject({
      answer: 'guten tag',
    })
    expect(await text('feature-extraction').featureExtraction({ inputs: 'sport' })).toEqual([0, near(0.33), 0, 0])
    expect(await text('fill-mask').fillMask({ inputs: 'the sea is [MASK] .' })).toMatchObject([{ token_str: 'blue' }, {}, {}, {}, {}])
    expect(await text('image-classification').imageClassification({ inputs: picture })).toMatchObject([{ label: 'red' }, {}, {}])
    expect(await text('image-segmentation').imageSegmentation({ inputs: picture })).toMatchObject([{ label: 'red' }])
    expect((await text('image-to-image').imageToImage({ inputs: picture })).type).toBe('image/png')
    expect(await text('image-to-text').imageToText({ inputs: picture })).toEqual({ generated_text: 'guten tag' })
    expect(await text('object-detection').objectDetection({ inputs: picture })).toMatchObject([{ label: 'red', box: whole }])
    const asked = { question: 'what color', context: 'the sea is blue' }
    expect(await text('question-answering').questionAnswering({ inputs: asked })).toMatchObject({ answer: 'blue', start: 11 })
    const sentences = { source_sentence: 'sea', sentences: ['ships', 'sport'] }
    expect(await text('sentence-similarity').sentenceSimilarity({ inputs: sentences })).toEqual([near(0.99), 0])
    expect(await text('summarization').summarization({ inputs: 'the sea' })).toEqual({ summary_text: 'guten tag' })
    expect(await text('text-classification').textClassification({ inputs: 'good' })).toMatchObject([
      { label: 'POSITIVE' },
      { label: 'NEGATIVE' },
    ])
    expect((await text('text-to-speech').textToSpeech({ inputs: 'the sea' })).type).toBe('audio/wav')
    expect(await text('token-classification').tokenClassification({ inputs: 'Ada Lovelace in London' })).toMatchObject([person, place])
    expect(await text('translation').translation({ inputs: 'the sea' })).toEqual({ translation_text: 'guten tag' })
    const labels = { candidate_labels: ['sport', 'sea'] }
    expect(await text('zero-shot-classification').zeroShotClassification({ inputs: 'the sea', parameters: labels })).toMatchObject([
      { label: 'sea' },
      {},
    ])
    const colors = { candidate_labels: ['blue', 'red'] }
    expect(
      await text('zero-shot-image-classification').zeroShotImageClassification({ inputs: { image: picture }, parameters: colors }),
    ).toMatchObject([{ label: 'red' }, { label: 'blue' }])
  })

  test.skipIf(noLlama !== null)(
    'a worker that is killed while it generates: the stream ends in an error, the hub answers the next call',
    async () => {
      await hub.fetch('/api/repos/create', { method: 'POST', body: JSON.stringify({ type: 'model', name: 'llama' }) })
      await commitFiles(hub, `models/${admin.name}/llama`, filesOf(llamaFiles(), 'text-generation'))
      const ask = (more: object) =>
        hub.fetch('/v1/chat/completions', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ model: `${admin.name}/llama`, messages: [{ role: 'user', content: 'Once upon a time' }], ...more }),
        })
      const answer = await ask({ stream: true, max_tokens: 450 })
      expect(answer.status).toBe(200)
      let text = ''
      const decoder = new TextDecoder()
      for await (const piece of answer.body ?? []) {
        text += decoder.decode(piece as Uint8Array, { stream: true })
        const isFirst = !text.includes('error') && text.split('data:').length > 3
        if (isFirst) for (const pid of workersOf(hub)) process.kill(pid, 'SIGKILL')
      }
      expect(text).toContain('The process that ran the model exited')
      expect(text).not.toContain(hub.dataDir)
      const next = await ask({ max_tokens: 5 })
      expect(next.status).toBe(200)
      expect(await next.json()).toMatchObject({ usage: { completion_tokens: 5 } })
      expect((await hub.fetch('/api/health')).status).toBe(200)
    },
  )
})

/** Returns the process ids of a hub's workers, found by their working directory (Linux). */
function workersOf({ dataDir }: BootedHub): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === join(dataDir, 'engine')
      } catch {
        return false
      }
    })
    .map(Number)
}
