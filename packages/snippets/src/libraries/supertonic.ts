import { lines, py, when } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonSnapshot } from '../preamble.ts'

/** Names from which the package derives a model's languages; it uses the newest if none is given. */
const known = new Set(['supertonic', 'supertonic-2', 'supertonic-3'])

/**
 * The files are passed as a folder: by default, the package downloads a model of its own choice. @see https://github.com/supertone-inc/supertonic —
 * API of release 1.3
 */
export const library = defineLibrary({
  id: 'supertonic',
  label: 'Supertonic',
  repo: 'https://github.com/supertone-inc/supertonic',
  filter: false,
  downloads: 'default',
  names: { pypi: ['supertonic', 'huggingface_hub'] },
  install: () => ({ python: ['supertonic', 'huggingface_hub', 'soundfile'] }),
  snippets(facts, target) {
    const code = py`
      from huggingface_hub import snapshot_download
      from supertonic import TTS

      ${lines('python', [
        pythonSnapshot(facts, target),
        py`tts = TTS(${when(known.has(facts.name), py`model=${facts.name}, `)}model_dir=path, auto_download=False)`,
      ])}
      style = tts.get_voice_style("M1")
      wav, duration = tts.synthesize(${facts.widgetText ?? 'The wind turned in the night, and we sailed at dawn.'}, voice_style=style)
      tts.save_audio(wav, "output.wav")
    `
    return { drafts: [{ id: 'speak', title: 'Speak a text', code: pythonBlock(target, code) }] }
  },
})
