import { py } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** The class uses the hub's mixin, which accepts a revision. @see https://github.com/Camb-ai/MARS5-TTS */
export const library = defineLibrary({
  id: 'mars5-tts',
  label: 'MARS5-TTS',
  repo: 'https://github.com/Camb-ai/MARS5-TTS',
  filter: false,
  downloads: path('mars5_ar.safetensors'),
  names: { none: 'Not on PyPI: the code runs inside a checkout of its repository.' },
  install: () => ({ checkout: { url: 'https://github.com/Camb-ai/MARS5-TTS', requirements: 'requirements.txt' } }),
  snippets(facts, target) {
    const code = py`
      from inference import Mars5TTS

      mars5 = Mars5TTS.from_pretrained(${facts.id}${pythonRevision(target)})
    `
    return { drafts: [{ id: 'load', title: 'Load the model', code: pythonBlock(target, code) }] }
  },
})
