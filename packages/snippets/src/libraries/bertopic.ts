import { lines, py } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pinnedFolder } from '../pinned-folder.ts'
import { pythonBlock } from '../preamble.ts'

/** @see https://maartengr.github.io/BERTopic — API of release 0.17 */
export const library = defineLibrary({
  id: 'bertopic',
  label: 'BERTopic',
  repo: 'https://github.com/MaartenGr/BERTopic',
  filter: true,
  downloads: 'default',
  names: { pypi: ['bertopic'] },
  install: () => ({ python: ['bertopic'], conda: ['bertopic'] }),
  snippets(facts, target) {
    const { imports, fetch, source } = pinnedFolder(facts, target)
    const code = py`
      ${lines('python', [py`from bertopic import BERTopic`, imports])}

      ${lines('python', [fetch, py`topic_model = BERTopic.load(${source})`])}
      print(topic_model.get_topic_info())
    `
    return { drafts: [{ id: 'load', title: 'Load the topics', code: pythonBlock(target, code) }] }
  },
})
