import { fill, py } from '../code/index.ts'
import { filesEnding } from '../facts/model-facts.ts'
import { anyOf, ext } from '../download-rule.ts'
import { defineLibrary, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** A voice is an ONNX file and a configuration named after it. @see https://github.com/OHF-Voice/piper1-gpl — API of release 1.8 of piper-tts */
export const library = defineLibrary({
  id: 'piper',
  label: 'Piper',
  repo: 'https://github.com/OHF-Voice/piper1-gpl',
  filter: false,
  downloads: anyOf(ext('onnx'), ext('ckpt')),
  names: { pypi: ['piper-tts', 'huggingface_hub'] },
  install: () => ({ python: ['piper-tts', 'huggingface_hub'] }),
  snippets(facts, target) {
    const voices = filesEnding(facts, '.onnx')
    const voice = voices[0]
    if (voice === undefined && filesEnding(facts, '.ckpt').length > 0)
      return {
        drafts: [],
        notes: [{ code: 'no-variant', text: 'A checkpoint of a training has to be exported to ONNX before it can speak.' }],
      }
    const notes: Note[] =
      voice === undefined ? [{ code: 'file-missing', text: 'No .onnx file is known of this revision. Fill in the voice to load.' }] : []
    const code = py`
      import wave

      from huggingface_hub import hf_hub_download
      from piper import PiperVoice

      model = hf_hub_download(${facts.id}, ${voice ?? fill('your-voice.onnx')}${pythonRevision(target)})
      config = hf_hub_download(${facts.id}, ${voice === undefined ? fill('your-voice.onnx.json') : `${voice}.json`}${pythonRevision(target)})
      voice = PiperVoice.load(model, config_path=config)
      with wave.open("output.wav", "wb") as file:
          voice.synthesize_wav("The tide turns at noon.", file)
    `
    const title = voices.length > 1 ? `Speak with one of ${voices.length} voices` : 'Read a text aloud'
    return { drafts: [{ id: 'speak', title, code: pythonBlock(target, code) }], notes }
  },
})
