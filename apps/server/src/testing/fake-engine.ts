import { EngineError, type EngineEvent, type EngineRequest, type LocalEngine } from '@portolan/hub'

type Run = (request: EngineRequest, signal: AbortSignal) => AsyncIterable<EngineEvent>

/** An in-process engine for testing the protocol around it; real engines have their own tests. */
export interface FakeEngine extends LocalEngine {
  readonly requests: EngineRequest[]
  /** Number of runs in progress. */
  running(): number
  behave(run: Run): void
}

const words = ['Once', ' upon', ' a', ' time']

/** Generates a story for text tasks, and otherwise echoes its input. */
const tell: Run = async function* (request) {
  const { task, inputs, parameters } = request
  if (task === 'conversational' || task === 'text-generation') {
    for (const text of words) yield { type: 'text', text }
    const usage = { promptTokens: 5, completionTokens: words.length }
    yield { type: 'result', value: { generated_text: words.join('') }, usage, finishReason: 'length' }
  } else if (task === 'feature-extraction') {
    yield { type: 'result', value: (inputs as string[]).map((_, index) => [index, 0.5]) }
  } else if (task === 'text-to-speech') {
    yield { type: 'file', bytes: Buffer.from('RIFF'), contentType: 'audio/wav' }
  } else {
    const seen =
      typeof inputs === 'object' && inputs !== null && 'bytes' in inputs ? Buffer.from(inputs.bytes as Uint8Array).toString() : inputs
    yield { type: 'result', value: [{ label: task, score: 1, seen, parameters }] }
  }
}

export function fakeEngine(): FakeEngine {
  let run = tell
  let running = 0
  const requests: EngineRequest[] = []
  return {
    unavailable: null,
    refuses: ({ library }) => (library === 'unknown' ? 'no such library' : null),
    requests,
    running: () => running,
    behave: (next) => (run = next),
    async *run(request, signal) {
      requests.push(request)
      running++
      try {
        yield* run(request, signal)
      } finally {
        running--
      }
    },
    status: () => ({ loaded: [] }),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}

/** Emits one word, then waits until it is aborted. */
export const endless: Run = async function* (_request, signal) {
  yield { type: 'text', text: 'Once' }
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  throw signal.reason
}

/** Emits one word, then fails as if its worker had been killed. */
export const killed: Run = async function* () {
  yield { type: 'text', text: 'Once' }
  await Promise.resolve()
  throw new EngineError('engine.crashed')
}

/** Fails before its first word. */
export function failing(error: Error): Run {
  return () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) }) })
}
