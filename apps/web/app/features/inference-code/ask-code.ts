import type { CodeChoice } from '../../lib/code-choice.ts'
import type { CallQuestion } from './call-question.ts'
import type { CallAnswer } from './print-call.server.ts'

/** Request of the panel and the widget to the page's server. */
export interface CodeAsked {
  readonly provider: string | null
  readonly streaming: boolean
  readonly question: CallQuestion
  readonly managers: Pick<CodeChoice, 'python' | 'javascript'>
}

/** Fetches the code for a call, and the request that it makes. @throws {Error} with a message for users */
export async function askCode(path: string, asked: CodeAsked, signal: AbortSignal): Promise<CallAnswer> {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(asked),
    signal,
  })
  if (!answer.ok)
    throw new Error(
      answer.status === 413 ? 'That is too long for the code of a call.' : `The hub did not print the code (${answer.status}).`,
    )
  return (await answer.json()) as CallAnswer
}
