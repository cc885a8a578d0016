import { py } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** @see https://bm25s.github.io — API of release 0.3 */
export const library = defineLibrary({
  id: 'bm25s',
  label: 'BM25S',
  repoName: 'bm25s',
  repo: 'https://github.com/xhluca/bm25s',
  filter: false,
  downloads: path('params.index.json'),
  names: { pypi: ['bm25s'] },
  install: () => ({ python: ['bm25s', 'huggingface_hub'] }),
  snippets(facts, target) {
    const code = py`
      import bm25s
      from bm25s.hf import BM25HF

      retriever = BM25HF.load_from_hub(${facts.id}${pythonRevision(target)}, load_corpus=True)
      query = bm25s.tokenize("Which ocean is the deepest?")
      documents, scores = retriever.retrieve(query, k=2)
      print(documents, scores)
    `
    return { drafts: [{ id: 'search', title: 'Search the index', code: pythonBlock(target, code) }] }
  },
})
