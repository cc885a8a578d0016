import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://llm.mlc.ai/docs/ */
export const library = defineLibrary({
  id: 'mlc-llm',
  label: 'MLC-LLM',
  repo: 'https://github.com/mlc-ai/mlc-llm',
  docs: 'https://llm.mlc.ai/docs/',
  filter: false,
  downloads: path('mlc-chat-config.json'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
