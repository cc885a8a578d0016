import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inferenceMatrix, representative, type Work } from '../../packages/snippets/proofs/inference/matrix.ts'
import { clientsAreInstalled, openWorkshop, type ClientSandbox } from '../../packages/snippets/proofs/inference/client-sandbox.ts'

/*
 * Printed inference code runs as is with the real clients, and sends the request that was built: every task at every provider, and every option, in
 * every client, though not in every combination. `npm run prove:requests -- --full` runs them all.
 */
const lacking = clientsAreInstalled() ? null : 'the clients are missing: bash scripts/test/inference-clients.sh'
const byClient =
  lacking === null
    ? Map.groupBy(representative(inferenceMatrix().work), ({ snippet }) => `${snippet.language}, ${snippet.client}`)
    : new Map<string, Work[]>()

describe('printed inference code sends what was built', () => {
  let workshop: ClientSandbox
  beforeAll(async () => {
    if (lacking === null) workshop = await openWorkshop()
  })
  afterAll(async () => {
    if (lacking === null) await workshop[Symbol.asyncDispose]()
  })

  for (const name of [
    ...['openai', 'huggingface_hub', 'fal_client', 'requests'].map((client) => `python, ${client}`),
    ...['openai', 'huggingface.js', 'fetch'].map((client) => `javascript, ${client}`),
    'shell, curl',
  ])
    test(name, async ({ skip }) => {
      skip(lacking !== null, lacking ?? '')
      const work = byClient.get(name) ?? []
      expect(work.length).toBeGreaterThan(5)
      const different: string[] = []
      await Promise.all(
        work.map(async ({ snippet, scene, cases }) => {
          const { differences } = await workshop.run(snippet, scene)
          if (differences.length > 0) different.push(`${cases[0]}: ${differences.join('; ')}`)
        }),
      )
      expect(different).toEqual([])
    })
})
