import type { Json } from '../../code/index.ts'
import type { CheckedCall } from '../resolve-call.ts'
import type { Result } from '../result.ts'
import type { BodyValue } from '../types.ts'
import { base64Of, type BuiltCall, type Dialect, fileOf, jsonBody } from './body.ts'

/** The API of hf-inference, of this hub's endpoints, and of compatible servers: `{ inputs, parameters? }`, or the bytes of one file. */
export function hfInferenceBody(call: CheckedCall, dialect: Dialect): BuiltCall {
  return { body: bodyOf(call, dialect), result: resultOf(call) }
}

function bodyOf(call: CheckedCall, dialect: Dialect): BuiltCall['body'] {
  const { input, task, parameters } = call
  const hasParameters = Object.keys(parameters).length > 0
  const { file, contentType } = 'file' in input ? fileOf(call) : { file: '', contentType: '' }
  switch (input.shape) {
    case 'chat':
      throw new TypeError('Chat has a body of its own')
    case 'file':
    case 'file-prompt':
      if (!hasParameters && !(dialect === 'javascript' && task === 'image-segmentation')) return { kind: 'file', file, contentType }
      return jsonBody({ inputs: base64Of(call), ...(hasParameters ? { parameters } : {}) })
    case 'file-labels':
      return jsonBody({ inputs: dialect === 'javascript' ? { image: base64Of(call) } : base64Of(call), parameters })
    case 'image-question':
      if (dialect === 'python' && task === 'visual-question-answering')
        return jsonBody({ inputs: base64Of(call), parameters, question: input.question, image: base64Of(call) })
      return withParameters({ question: input.question, image: base64Of(call) }, call, dialect)
    case 'text':
      // For this task, huggingface_hub makes the parameters siblings of the inputs.
      if (dialect === 'python' && task === 'feature-extraction') return jsonBody({ inputs: input.text, ...parameters })
      return withParameters(input.text, call, dialect)
    case 'labels': {
      const multi: Record<string, Json> = dialect === 'python' && !('multi_label' in parameters) ? { multi_label: false } : {}
      return jsonBody({ inputs: input.text, parameters: { ...parameters, ...multi } })
    }
    case 'question':
      return withParameters({ question: input.question, context: input.context }, call, dialect)
    case 'table-question':
      return withParameters({ query: input.query, table: input.table }, call, dialect)
    case 'sentences':
      return withParameters({ source_sentence: input.source, sentences: input.others }, call, dialect)
    case 'table':
      return withParameters({ data: input.data }, call, dialect)
  }
}

function withParameters(inputs: BodyValue, { parameters, task, route, model }: CheckedCall, dialect: Dialect): BuiltCall['body'] {
  if (dialect !== 'python') return jsonBody({ inputs, ...(Object.keys(parameters).length > 0 ? { parameters } : {}) })
  // huggingface_hub always sends parameters and, for this task, includes the model named by the call.
  const isNamed = task === 'table-question-answering' && route.kind === 'router' && route.isHuggingFace
  return jsonBody({ inputs, parameters: isNamed ? { model, ...parameters } : parameters })
}

function resultOf({ kind, task, route, facts }: CheckedCall): Result {
  if (kind.answer === 'json') return { kind: 'json' }
  const isSound = task === 'text-to-speech' || task === 'text-to-audio'
  const isThisHub = route.kind === 'router' && !route.isHuggingFace
  // Libraries other than transformers return samples and a rate.
  if (isSound && !isThisHub && facts.library !== 'transformers' && facts.library !== 'transformers.js') return { kind: 'json' }
  return { kind: 'bytes', file: kind.answer.file }
}
