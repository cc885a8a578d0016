import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/zai-org/GLM-TTS */
export const library = defineLibrary({
  id: 'glm-tts',
  label: 'GLM-TTS',
  repo: 'https://github.com/zai-org/GLM-TTS',
  filter: false,
  downloads: path('flow/flow.pt'),
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
})
