import { sampleFile } from './sample-files.ts'
import type { Answer, Recorded } from './recorder.ts'

/** The state the responses depend on. */
export interface Scene {
  /** The response to a lookup of the model (`GET /api/models/{id}`). */
  readonly modelInfo: Readonly<Record<string, unknown>>
  readonly task: string
}

/** Results are downloaded from this host. */
export const resultHost = 'results.example.org'

const json = (body: unknown): Answer => ({ contentType: 'application/json', body: JSON.stringify(body) })
const file = (name: string): Answer => {
  const { mediaType, bytes } = sampleFile(name)
  return { contentType: mediaType, body: bytes }
}

/** The response of the service at that URL, as short as its clients accept; `before` is the number of identical requests in this run. */
export function answerTo(request: Recorded, scene: Scene, before: number): Answer {
  const { pathname, host } = new URL(request.url)
  if (request.method === 'GET') return looked(pathname, host, scene, before) ?? file(pathname)
  const sent = parsed(request)
  return (
    openAiAnswer(pathname, sent) ??
    jobAnswer(pathname, host, scene) ??
    taskAnswer(scene, sent, { host, userAgent: request.headers['user-agent'] ?? '' }) ?? {
      status: 404,
      contentType: 'text/plain',
      body: 'nothing like it',
    }
  )
}

/** A model's record, or the status of a job. `null`: a file. */
function looked(pathname: string, host: string, { modelInfo, task }: Scene, before: number): Answer | null {
  if (/\/api\/models\/[^/]+\/[^/]+$/.test(pathname)) return json(modelInfo)
  const result = `https://${resultHost}/${resultFile(task)}`
  // fal: the queue
  if (pathname.endsWith('/requests/r1/status')) return json({ status: 'COMPLETED', request_id: 'r1', logs: [], metrics: {} })
  if (pathname.endsWith('/requests/r1'))
    return json({
      images: [{ url: result }],
      image: { url: result },
      video: { url: result },
      audio: { url: result },
      audio_file: { url: result },
    })
  // zai-org, novita (both kinds), together, wavespeed, replicate
  if (pathname.includes('/async-result/')) return json({ task_status: 'SUCCESS', image_result: [{ url: result }] })
  if (pathname.endsWith('/v3/async/task-result')) return json({ task: { status: 'TASK_STATUS_SUCCEED' }, videos: [{ video_url: result }] })
  // On the first poll, these two are not done yet.
  if (pathname.includes('/query/video_generation/') && before === 0) return json({ task: { status: 'running' } })
  if (pathname.includes('/predictions/job-1/result') && before === 0)
    return json({ data: { id: 'job-1', status: 'processing', outputs: [] } })
  if (pathname.includes('/query/video_generation/')) return json({ task: { status: 'succeeded', content: { url: result } } })
  if (pathname.endsWith('/v2/videos/job-1')) return json({ id: 'job-1', status: 'completed', outputs: { video_url: result } })
  if (pathname.includes('/predictions/job-1/result')) return json({ data: { id: 'job-1', status: 'completed', outputs: [result] } })
  if (pathname.endsWith('/v1/predictions/job-1')) return json(prediction(host, task))
  return null
}

/** Endpoints that follow OpenAI's API, by the end of their path. */
function openAiAnswer(pathname: string, sent: Readonly<Record<string, unknown>>): Answer | null {
  const common = { id: 'answer-1', created: 1_800_000_000, model: 'answering', system_fingerprint: 'f1' }
  const usage = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 }
  if (pathname.endsWith('/chat/completions')) {
    if (sent['stream'] !== true) {
      const message = { role: 'assistant', content: 'In Paris.' }
      return json({ ...common, object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }], usage })
    }
    const pieces = [{ role: 'assistant', content: 'In ' }, { content: 'Paris.' }, {}].map((delta, i) => ({
      ...common,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: i === 2 ? 'stop' : null }],
    }))
    // The last chunk of a stream may contain usage and no choice.
    const events = [...pieces, { ...common, object: 'chat.completion.chunk', choices: [], usage }].map((event) => JSON.stringify(event))
    return { contentType: 'text/event-stream', body: [...events, '[DONE]'].map((data) => `data: ${data}\n\n`).join('') }
  }
  if (pathname.endsWith('/completions'))
    return json({
      ...common,
      object: 'text_completion',
      choices: [{ index: 0, text: ' Paris.', finish_reason: 'stop' }],
      usage,
      generated_text: ' Paris.',
    })
  if (pathname.endsWith('/embeddings')) {
    const inputs = Array.isArray(sent['input']) ? sent['input'] : [sent['input']]
    return json({
      object: 'list',
      model: 'answering',
      usage,
      data: inputs.map((_, index) => ({ object: 'embedding', index, embedding: [0.1, 0.2] })),
    })
  }
  if (pathname.endsWith('/async/images/generations')) return json({ id: 'job-1', request_id: 'r1', task_status: 'PROCESSING' })
  if (pathname.endsWith('/images/generations'))
    return json({
      created: 1_800_000_000,
      data: [sent['response_format'] === 'url' ? { url: `https://${resultHost}/picture.png` } : { b64_json: base64('picture.png') }],
    })
  if (pathname.endsWith('/audio/speech')) return file('speech.mp3')
  if (pathname.endsWith('/audio/transcriptions')) return json({ text: 'a harbour at dawn' })
  return null
}

/** The start of a job, for providers that have jobs. */
function jobAnswer(pathname: string, host: string, { task }: Scene): Answer | null {
  const url = `https://${host}`
  if (pathname.endsWith('/predictions')) return json(prediction(host, task))
  if (pathname.includes('/api/v3/'))
    return json({ data: { id: 'job-1', status: 'created', urls: { get: `${url}/api/v3/predictions/job-1/result` } } })
  if (pathname.endsWith('/v2/videos')) return json({ id: 'job-1', status: 'queued' })
  if (pathname.includes('/v3/async/') || pathname.endsWith('/video_generation')) return json({ task_id: 'job-1' })
  // Novita, as called by huggingface_hub.
  if (pathname.includes('/v3/hf/')) return json({ video: { video_url: `https://${resultHost}/${resultFile(task)}` } })
  if (pathname.endsWith('/layout_parsing')) return json({ md_results: 'A cat on a sofa.' })
  if (host === 'queue.fal.run' || pathname.startsWith('/fal-ai/')) {
    const requests = `https://queue.fal.run/${pathname.replace(/^\/fal-ai\/(?=[^/]+\/)/, '').replace(/^\//, '')}/requests/r1`
    const result = `https://${resultHost}/${resultFile(task)}`
    // Routed calls of both kinds have the same path: the queue's response, and the synchronous one.
    return json({
      request_id: 'r1',
      status: 'IN_QUEUE',
      response_url: requests,
      status_url: `${requests}/status`,
      cancel_url: `${requests}/cancel`,
      text: 'a harbour at dawn',
      audio: { url: result },
      images: [{ url: result }],
    })
  }
  if (host === 'fal.run')
    return json({
      text: 'a harbour at dawn',
      audio: { url: `https://${resultHost}/speech.mp3` },
      images: [{ url: `https://${resultHost}/picture.png` }],
    })
  return null
}

function prediction(host: string, task: string): unknown {
  const output = task === 'automatic-speech-recognition' ? 'a harbour at dawn' : `https://${resultHost}/${resultFile(task)}`
  return { id: 'job-1', status: 'succeeded', output, urls: { get: `https://${host}/v1/predictions/job-1` } }
}

function resultFile(task: string): string {
  if (task.endsWith('video')) return 'film.mp4'
  return /audio|speech/.test(task) ? 'speech.mp3' : 'picture.png'
}

/** The response of the hub's own task endpoint. */
function taskAnswer(
  { task, modelInfo }: Scene,
  sent: Readonly<Record<string, unknown>>,
  { host, userAgent }: { readonly host: string; readonly userAgent: string },
): Answer | null {
  const { library_name: library } = modelInfo
  const label = { label: 'one', score: 0.9 }
  const { inputs } = sent
  switch (task) {
    case 'text-classification':
      return json([[label]])
    case 'zero-shot-classification':
    case 'audio-classification':
    case 'image-classification':
    case 'video-classification':
    case 'zero-shot-image-classification':
      return json([label])
    case 'token-classification':
      return json([{ entity_group: 'LOC', score: 0.9, word: 'Paris', start: 0, end: 5 }])
    case 'question-answering':
      return json({ answer: 'Paris', score: 0.9, start: 0, end: 5 })
    case 'document-question-answering':
      return json([{ answer: 'Paris', score: 0.9, start: 0, end: 1 }])
    case 'visual-question-answering':
      return json([{ answer: 'Paris', score: 0.9 }])
    case 'table-question-answering':
      return json({ answer: '3', aggregator: 'COUNT', cells: ['3'], coordinates: [[0, 0]] })
    case 'fill-mask':
      return json([{ score: 0.9, sequence: 'In Paris', token: 1, token_str: 'Paris' }])
    case 'translation':
      return json([{ translation_text: 'in Paris' }])
    case 'summarization':
      return json([{ summary_text: 'Paris' }])
    case 'feature-extraction':
      return json(Array.isArray(inputs) ? inputs.map(() => [0.1, 0.2]) : [0.1, 0.2])
    case 'sentence-similarity':
    case 'text-ranking':
      return json([0.9, 0.5, 0.1])
    case 'automatic-speech-recognition':
      return json({ text: 'a harbour at dawn' })
    case 'audio-to-audio':
      return json([{ label: 'speech', blob: base64('speech.wav'), 'content-type': 'audio/wav' }])
    case 'image-segmentation':
    case 'mask-generation':
      return json([{ label: 'cat', score: 0.9, mask: base64('mask.png') }])
    case 'object-detection':
    case 'zero-shot-object-detection':
      return json([{ ...label, box: { xmin: 0, ymin: 0, xmax: 4, ymax: 4 } }])
    case 'image-to-text': {
      // The two hub clients expect different shapes: a list in Python, an object in JavaScript.
      const text = { generated_text: 'A cat on a sofa.' }
      return json(userAgent.includes('hf_hub/') || userAgent.includes('huggingface_hub/') ? [text] : text)
    }
    case 'tabular-classification':
    case 'tabular-regression':
    case 'time-series-forecasting':
      return json([1, 2])
    case 'text-to-image':
    case 'image-to-image':
    case 'image-text-to-image':
    case 'unconditional-image-generation':
      return file('picture.png')
    case 'depth-estimation':
      return json({ depth: base64('depth.png'), predicted_depth: [[1]] })
    case 'text-to-speech':
    case 'text-to-audio':
      // Raw audio for transformers models and from a self-hosted hub; JSON for models of other libraries.
      return library === 'transformers' || host === 'hub.example.org'
        ? file('speech.wav')
        : json({ audio: [[0, 0.5, -0.5]], sampling_rate: 16_000 })
    case 'text-to-video':
    case 'image-to-video':
    case 'image-text-to-video':
    case 'video-to-video':
      return file('film.mp4')
    case 'text-generation':
      return json([{ generated_text: 'In Paris.' }])
    case 'image-feature-extraction':
      return json([0.1, 0.2])
    default:
      return json({ generated_text: 'In Paris.' })
  }
}

function base64(name: string): string {
  return sampleFile(name).bytes.toString('base64')
}

function parsed({ body }: Recorded): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
