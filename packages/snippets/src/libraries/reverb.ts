import { fill, py } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonSnapshot } from '../preamble.ts'

/**
 * The loader clones a model that it knows by name, or accepts a folder. The reverb package on PyPI is a different project. @see
 * https://github.com/revdotcom/reverb — API of release 0.1 of rev-reverb
 */
export const library = defineLibrary({
  id: 'reverb',
  label: 'Reverb',
  repo: 'https://github.com/revdotcom/reverb',
  filter: false,
  downloads: 'default',
  names: { pypi: ['rev-reverb', 'huggingface_hub'] },
  install: () => ({ python: ['rev-reverb', 'huggingface_hub'] }),
  snippets(facts, target) {
    const code = py`
      import wenet
      from huggingface_hub import snapshot_download

      ${pythonSnapshot(facts, target)}
      model = wenet.load_model(path)
      print(model.transcribe(${fill('your-audio.wav')}))
    `
    return {
      drafts: [{ id: 'transcribe', title: 'Transcribe a recording', code: pythonBlock(target, code) }],
      notes: [{ code: 'python-version', text: 'It needs PyTorch 2.2, which is there for Python 3.10 to 3.12.' }],
    }
  },
})
