import { py } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonSnapshot } from '../preamble.ts'

/** A folder makes it load this repository instead of its authors'. @see https://github.com/2noise/ChatTTS — API of release 0.2.5 */
export const library = defineLibrary({
  id: 'chat_tts',
  label: 'ChatTTS',
  repo: 'https://github.com/2noise/ChatTTS.git',
  filter: false,
  downloads: path('asset/GPT.pt'),
  names: { pypi: ['ChatTTS', 'huggingface_hub'] },
  // It depends on torchaudio, whose last release only works with the torch version it was built with, but does not declare that to pip.
  install: () => ({ python: ['ChatTTS', 'huggingface_hub', 'torch==2.11.*', 'soundfile'] }),
  snippets(facts, target) {
    const code = py`
      import ChatTTS
      import soundfile
      from huggingface_hub import snapshot_download

      ${pythonSnapshot(facts, target)}
      chat = ChatTTS.Chat()
      chat.load(source="custom", custom_path=path, compile=False)

      wavs = chat.infer([${facts.widgetText ?? 'The wind turned in the night, and we sailed at dawn.'}])
      soundfile.write("output.wav", wavs[0].reshape(-1), 24000)
    `
    return { drafts: [{ id: 'speak', title: 'Speak a text', code: pythonBlock(target, code) }] }
  },
})
