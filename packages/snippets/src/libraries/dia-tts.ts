import { py } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pinnedFolder } from '../pinned-folder.ts'
import { pythonBlock } from '../preamble.ts'

/** The voice codec comes from the project's release page, not from a hub. @see https://github.com/nari-labs/dia — API of its main branch */
export const library = defineLibrary({
  id: 'dia-tts',
  label: 'Dia',
  repo: 'https://github.com/nari-labs/dia',
  filter: false,
  downloads: 'default',
  names: { none: 'Not on PyPI: it is installed from its repository.' },
  install: () => ({ python: ['git+https://github.com/nari-labs/dia', 'soundfile'] }),
  snippets(facts, target) {
    const { imports, fetch, source } = pinnedFolder(facts, target)
    const code = py`
      import soundfile as sf
      from dia.model import Dia
      ${imports}

      ${fetch}
      model = Dia.from_pretrained(${source})
      audio = model.generate("[S1] When does the tide turn? [S2] At noon, and then we sail.")
      sf.write("dialogue.wav", audio, 44100)
    `
    return { drafts: [{ id: 'speak', title: 'Speak a dialogue', code: pythonBlock(target, code) }] }
  },
})
