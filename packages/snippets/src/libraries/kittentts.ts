import { fill, py } from '../code/index.ts'
import { defineLibrary, type Note } from '../library.ts'
import { filesEnding } from '../facts/model-facts.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/**
 * The PyPI release takes two files; newer ones, published only in the repository, accept an id.
 * @see https://github.com/KittenML/KittenTTS — API of release 0.1.3
 */
export const library = defineLibrary({
  id: 'kittentts',
  label: 'KittenTTS',
  repo: 'https://github.com/KittenML/KittenTTS',
  downloads: 'default',
  names: { pypi: ['kittentts', 'huggingface_hub'] },
  install: () => ({ python: ['kittentts', 'huggingface_hub', 'soundfile'] }),
  snippets(facts, target) {
    const model = filesEnding(facts, '.onnx').find((name) => !name.startsWith('-'))
    const voices = filesEnding(facts, '.npz').find((name) => !name.startsWith('-'))
    const missing: Note[] =
      model === undefined || voices === undefined
        ? [
            {
              code: 'file-missing',
              text: 'The .onnx file and the .npz file of voices are not known of this revision. Fill in their names.',
            },
          ]
        : []
    const revision = pythonRevision(target)
    const code = py`
      import soundfile as sf
      from huggingface_hub import hf_hub_download
      from kittentts import KittenTTS

      model_path = hf_hub_download(${facts.id}, ${model ?? fill('your-model.onnx')}${revision})
      voices_path = hf_hub_download(${facts.id}, ${voices ?? fill('voices.npz')}${revision})
      tts = KittenTTS(model_path=model_path, voices_path=voices_path)
      audio = tts.generate(${facts.widgetText ?? 'The wind turned in the night, and we sailed at dawn.'})
      sf.write("output.wav", audio, 24000)
    `
    return { drafts: [{ id: 'speak', title: 'Speak a text', code: pythonBlock(target, code) }], notes: missing }
  },
})
