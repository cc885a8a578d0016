import { py, when } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pinnedFolder } from '../pinned-folder.ts'
import { pythonBlock } from '../preamble.ts'

/**
 * `AutoExtractor` reads a checkpoint's architecture from the configuration; `GLiNER2` loads one of the two. Neither passes the revision on to the
 * tokenizer. @see https://github.com/fastino-ai/GLiNER2 — API of release 2.1
 */
export const library = defineLibrary({
  id: 'gliner2',
  label: 'GLiNER2',
  repo: 'https://github.com/fastino-ai/GLiNER2',
  filter: false,
  downloads: 'default',
  names: { pypi: ['gliner2'] },
  install: () => ({ python: ['gliner2[local]'] }),
  snippets(facts, target) {
    const { imports, fetch, source } = pinnedFolder(facts, target)
    const device = when(target.device !== 'auto', py`, map_location=${target.device}`)
    const code = py`
      from gliner2 import AutoExtractor
      ${imports}

      ${fetch}
      model = AutoExtractor.from_pretrained(${source}${device})
      entities = model.extract_entities("The ship left Genoa on Monday.", ["vessel", "place", "date"])
      print(entities)
    `
    return { drafts: [{ id: 'entities', title: 'Find entities of your own kinds', code: pythonBlock(target, code) }] }
  },
})
