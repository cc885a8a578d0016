import { py } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonSnapshot } from '../preamble.ts'
import { revisionOf } from '../target.ts'

/**
 * Loading from a hub accepts no revision, and rejects custom encoders, which are pickles; loading from a folder accepts them as is. @see
 * https://github.com/clementchadebec/benchmark_VAE — API of release 0.1
 */
export const library = defineLibrary({
  id: 'pythae',
  label: 'pythae',
  repo: 'https://github.com/clementchadebec/benchmark_VAE',
  docs: 'https://pythae.readthedocs.io',
  filter: false,
  downloads: 'default',
  names: { pypi: ['pythae', 'huggingface_hub'] },
  install: () => ({ python: ['pythae', 'huggingface_hub'] }),
  snippets(facts, target) {
    const pinned = revisionOf(target) !== null
    const code = pinned
      ? py`
          from huggingface_hub import snapshot_download
          from pythae.models import AutoModel

          ${pythonSnapshot(facts, target)}
          model = AutoModel.load_from_folder(path)  # runs encoder.pkl and decoder.pkl if there are any: only if you trust them
          model.eval()
        `
      : py`
          from pythae.models import AutoModel

          model = AutoModel.load_from_hf_hub(hf_hub_path=${facts.id})
          model.eval()
        `
    return {
      drafts: [{ id: 'load', title: 'Load the model', code: pythonBlock(target, code) }],
      notes: pinned
        ? [
            {
              code: 'pickle',
              text: 'From a folder, an encoder or decoder of the author’s own is unpickled, which runs code from the file.',
            },
          ]
        : [],
    }
  },
})
