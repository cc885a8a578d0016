import { expect, test } from 'vitest'
import { inferenceProof } from './inference-proof.ts'
import { inferenceClients, inferenceLanguages } from './types.ts'

const clients = inferenceLanguages.flatMap((language) => inferenceClients[language].map((client) => ({ language, client })))

test.for(clients)('every client is in the record: $language/$client', ({ language, client }) => {
  const proof = inferenceProof(language, client)
  expect(proof?.ran).toBeGreaterThan(100)
  expect(proof?.release).toMatch(/ v?\d+\.\d+/)
})

test('nothing is claimed of a client that did not run', () => {
  expect(inferenceProof('shell', 'fetch')).toBeNull()
})
