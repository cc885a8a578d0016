import { fill, py, when } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonSnapshot } from '../preamble.ts'

/** By default, it loads its authors' model; a folder makes it load this one. @see https://github.com/resemble-ai/chatterbox — API of release 0.1.7 */
export const library = defineLibrary({
  id: 'chatterbox',
  label: 'Chatterbox',
  repo: 'https://github.com/resemble-ai/chatterbox',
  filter: false,
  downloads: path('tokenizer.json'),
  names: { pypi: ['chatterbox-tts', 'huggingface_hub'] },
  install: () => ({ python: ['chatterbox-tts', 'huggingface_hub', 'torchaudio'] }),
  snippets(facts, target) {
    const device =
      when(target.device !== 'auto', py`device = ${target.device}`) ?? py`device = "cuda" if torch.cuda.is_available() else "cpu"`
    const text = facts.widgetText ?? 'The wind turned in the night, and we sailed at dawn.'
    const code = py`
      import torch
      import torchaudio as ta
      from chatterbox.tts import ChatterboxTTS
      from huggingface_hub import snapshot_download

      ${device}
      ${pythonSnapshot(facts, target)}
      model = ChatterboxTTS.from_local(path, device)

      wav = model.generate(${text})
      ta.save("output.wav", wav, model.sr)

      # the same in another voice
      wav = model.generate(${text}, audio_prompt_path=${fill('your-voice.wav')})
      ta.save("output-in-your-voice.wav", wav, model.sr)
    `
    return { drafts: [{ id: 'speak', title: 'Speak a text', code: pythonBlock(target, code) }] }
  },
})
