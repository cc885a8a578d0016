import { askCode } from '../../inference-code/ask-code.ts'
import type { CallData } from '../../inference-code/call-data.server.ts'
import type { CallQuestion } from '../../inference-code/call-question.ts'
import type { WidgetInputs } from '../widget-inputs.ts'
import { decodePicture } from './decode-media.ts'
import { bytesOf } from './question.ts'
import { readAnswer, sendCall } from './run-on-hub.ts'
import type { Execute } from './use-run.ts'

/** The package managers make no difference to a request. */
const managers = { python: 'pip', javascript: 'npm' } as const

/** Runs a model on this hub: sends the request of the code shown as is, with the page's session instead of a token. */
export function hubRun(call: CallData, question: CallQuestion, inputs: WidgetInputs): Execute {
  return async (news, signal) => {
    const { path, provider, streaming, isChat } = call
    const { reason, request } = await askCode(path, { provider, streaming, question, managers }, signal)
    if (request === null) throw new Error(reason ?? 'A browser cannot make this call: its code can.')
    news.running()
    const start = performance.now()
    const media = inputs.image ?? inputs.sound
    const file = async () => {
      if (media === null) throw new Error('A file is needed.')
      const bytes = await bytesOf(media)
      return inputs.image === null ? bytes : decodePicture(bytes)
    }
    const answer = await sendCall(request, file, signal)
    const value = await readAnswer(answer, isChat, (text) => news.text(text))
    return { value, where: 'on the hub', milliseconds: performance.now() - start }
  }
}
