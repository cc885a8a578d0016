import { lines, py, when } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonSnapshot } from '../preamble.ts'
import { revisionOf } from '../target.ts'

/** The loader accepts folders, but no revision. @see https://github.com/SapienzaNLP/relik — API of release 1.0 */
export const library = defineLibrary({
  id: 'relik',
  label: 'Relik',
  repo: 'https://github.com/SapienzaNLP/relik',
  filter: false,
  downloads: 'default',
  names: { pypi: ['relik', 'huggingface_hub'] },
  install: () => ({ python: ['relik[faiss]'] }),
  snippets(facts, target) {
    const pinned = revisionOf(target) !== null
    const device = when(target.device !== 'auto', py`, device=${target.device}`)
    const code = lines(
      'python',
      [
        lines('python', [when(pinned, py`from huggingface_hub import snapshot_download`), py`from relik import Relik`]),
        lines('python', [
          when(pinned, pythonSnapshot(facts, target)),
          pinned ? py`relik = Relik.from_pretrained(path${device})` : py`relik = Relik.from_pretrained(${facts.id}${device})`,
          py`result = relik("The ship left Genoa for Palma on Monday.")`,
          py`print(result.spans, result.triplets)`,
        ]),
      ],
      1,
    )
    return {
      drafts: [{ id: 'load', title: 'Find entities and relations', code: pythonBlock(target, code) }],
      notes: [{ code: 'python-version', text: 'The current release needs Python 3.10 or 3.11.' }],
    }
  },
})
