import { anyOf, ext, path, stem } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://huggingface.co/MiniMaxAI/MiniMax-H3 */
export const library = defineLibrary({
  id: 'minimax-h3',
  label: 'MiniMax H3',
  repoName: 'MiniMax-H3',
  repo: 'https://github.com/MiniMax-AI/MiniMax-H3',
  docs: 'https://huggingface.co/MiniMaxAI/MiniMax-H3',
  filter: false,
  downloads: anyOf(ext('safetensors'), stem('model_index'), stem('config'), path('modular_model_index.json')),
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
})
