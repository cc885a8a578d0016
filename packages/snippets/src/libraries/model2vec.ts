import { lines, py } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pinnedFolder } from '../pinned-folder.ts'
import { pythonBlock } from '../preamble.ts'

/** @see https://github.com/MinishLab/model2vec — API of release 0.10 */
export const library = defineLibrary({
  id: 'model2vec',
  label: 'Model2Vec',
  repoName: 'model2vec',
  repo: 'https://github.com/MinishLab/model2vec',
  filter: false,
  downloads: 'default',
  names: { pypi: ['model2vec'] },
  install: () => ({ python: ['model2vec'] }),
  snippets(facts, target) {
    const { imports, fetch, source } = pinnedFolder(facts, target)
    const code = py`
      ${lines('python', [imports, py`from model2vec import StaticModel`])}

      ${lines('python', [fetch, py`model = StaticModel.from_pretrained(${source})`])}
      embeddings = model.encode(["A calm sea", "A quiet ocean", "A loud market"])
      print(embeddings.shape)
    `
    return { drafts: [{ id: 'embed', title: 'Embed texts', code: pythonBlock(target, code) }] }
  },
})
