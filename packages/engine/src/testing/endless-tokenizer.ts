import type { ModelFolder } from './engine-hub.ts'
import { textClassifier, tokenizerFiles } from './tiny-text-models.ts'

/** A model whose tokenizer never finishes. */
export const endlessTokenizer: { readonly model: ModelFolder; readonly text: string } = {
  model: {
    ...textClassifier,
    'tokenizer.json': {
      ...(tokenizerFiles['tokenizer.json'] as object),
      pre_tokenizer: { type: 'Split', pattern: { Regex: '(?:a+)+$' }, behavior: 'Isolated', invert: false },
      normalizer: null,
    },
  },
  text: `${'a'.repeat(60)}!`,
}
