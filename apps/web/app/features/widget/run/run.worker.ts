import type { RunEvent, RunQuestion } from './protocol.ts'

const scope = self as unknown as { onmessage: (event: MessageEvent<RunQuestion>) => void; postMessage(message: RunEvent): void }

// The rest is imported after this is set: messages sent while a worker is still importing its modules would be lost.
scope.onmessage = ({ data }) => void answer(data)

async function answer(question: RunQuestion): Promise<void> {
  try {
    const { run } = await import('./run-model.ts')
    await run(question, (event) => scope.postMessage(event))
  } catch (error) {
    scope.postMessage({ type: 'error', message: error instanceof Error ? error.message : String(error) })
  }
}
