import type { WidgetData } from '../widget-data.server.ts'
import { labelsOf, type Media, sentencesOf, type WidgetInputs } from '../widget-inputs.ts'
import { decodePicture, decodeSound } from './decode-media.ts'
import type { RunQuestion } from './protocol.ts'

/** Builds the worker's message from the current field values. Media are fetched and decoded here. @param rate samples per second of the audio */
export async function browserQuestion(
  { browser, commit, isChat, model, task }: WidgetData,
  inputs: WidgetInputs,
  parameters: RunQuestion['parameters'],
  rate: number,
): Promise<RunQuestion> {
  if ('reason' in browser) throw new Error(browser.reason)
  const { max_tokens: longest, ...others } = parameters
  return {
    model,
    commit,
    task,
    host: `${location.origin}/`,
    weights: browser.weights,
    parameters: longest === undefined ? others : { ...others, max_new_tokens: longest },
    inputs: {
      ...(isChat ? { messages: [...inputs.turns, { role: 'user', content: inputs.text }] } : { text: inputs.text }),
      question: inputs.question,
      context: inputs.context,
      sourceSentence: inputs.source,
      sentences: sentencesOf(inputs),
      labels: labelsOf(inputs),
      ...(inputs.image === null ? {} : { image: await decodePicture(await bytesOf(inputs.image)) }),
      ...(inputs.sound === null ? {} : { sound: { samples: await decodeSound(await bytesOf(inputs.sound), rate), rate } }),
    },
  }
}

/** Returns the bytes of an image or audio clip. @throws {Error} when this hub no longer has it */
export async function bytesOf(media: Media): Promise<Blob> {
  if ('file' in media) return media.file
  const answer = await fetch(media.src)
  if (!answer.ok) throw new Error(`${media.name} could not be loaded (${answer.status}).`)
  return answer.blob()
}
