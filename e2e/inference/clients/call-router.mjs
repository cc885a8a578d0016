// Calls a hub with the usual clients, unchanged. Prints their results as JSON by name.
import { InferenceClient } from '@huggingface/inference'
import OpenAI from 'openai'

const hub = process.env.HUB
const apiKey = process.env.HF_TOKEN
const messages = [{ role: 'user', content: 'What do tides do?' }]
const seen = {}

const client = new OpenAI({ baseURL: `${hub}/v1`, apiKey, maxRetries: 0 })
const completion = await client.chat.completions.create({ model: 'ada/tides', messages })
seen.chat = [completion.choices[0].message.content, completion.usage.total_tokens]
seen.stream = ''
for await (const chunk of await client.chat.completions.create({ model: 'ada/tides', messages, stream: true }))
  seen.stream += chunk.choices[0].delta.content ?? ''
const vectors = await client.embeddings.create({ model: 'ada/vectors', input: ['a', 'b'] })
seen.embeddings = vectors.data.map(({ embedding }) => embedding)
seen.models = []
for await (const model of client.models.list()) seen.models.push(model.id)
seen.models.sort((a, b) => (a < b ? -1 : 1))
seen.missing = await client.chat.completions.create({ model: 'ada/absent', messages }).catch((error) => [error.status, error.code])
seen.busy = await client.chat.completions
  .create({ model: 'ada/limited', messages })
  .catch((error) => [error.status, error.code, error.headers.get('retry-after')])
seen.dying = ['']
try {
  for await (const chunk of await client.chat.completions.create({ model: 'ada/dying', messages, stream: true }))
    seen.dying[0] += chunk.choices[0].delta.content ?? ''
} catch (error) {
  seen.dying.push(error.error.code)
}
const left = await client.chat.completions.create({ model: 'ada/endless', messages, stream: true })
for await (const chunk of left) {
  seen.left = chunk.choices[0].delta.content
  break
}

const inference = new InferenceClient(apiKey)
for (const [name, endpointUrl] of [
  ['hub', hub],
  ['hub /v1', `${hub}/v1`],
  ['model', `${hub}/hf-inference/models/ada/tides`],
]) {
  const answer = await inference.chatCompletion({ endpointUrl, model: 'ada/tides', messages })
  seen[`InferenceClient, ${name}`] = answer.choices[0].message.content
  let text = ''
  for await (const chunk of inference.chatCompletionStream({ endpointUrl, model: 'ada/tides', messages }))
    text += chunk.choices[0].delta.content ?? ''
  seen[`InferenceClient, ${name}, stream`] = text
}
const endpointUrl = `${hub}/hf-inference/models/ada/vectors`
seen.featureExtraction = await inference.featureExtraction({ endpointUrl, model: 'ada/vectors', inputs: 'a' })
try {
  seen.dyingInference = ''
  for await (const chunk of inference.chatCompletionStream({ endpointUrl: hub, model: 'ada/dying', messages }))
    seen.dyingInference += chunk.choices[0].delta.content ?? ''
} catch {
  seen.dyingInference += '!'
}
console.log(JSON.stringify(seen))
