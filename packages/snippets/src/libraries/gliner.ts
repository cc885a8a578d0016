import { py, when } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** @see https://urchade.github.io/GLiNER — API of release 0.2.29 */
export const library = defineLibrary({
  id: 'gliner',
  label: 'GLiNER',
  repo: 'https://github.com/urchade/GLiNER',
  filter: false,
  downloads: path('gliner_config.json'),
  names: { pypi: ['gliner'] },
  install: () => ({ python: ['gliner'] }),
  snippets(facts, target) {
    const device = when(target.device !== 'auto', py`, map_location=${target.device}`)
    const code = py`
      from gliner import GLiNER

      model = GLiNER.from_pretrained(${facts.id}${pythonRevision(target)}${device})
      entities = model.predict_entities("The ship left Genoa on Monday.", ["vessel", "place", "date"])
      for entity in entities:
          print(entity["text"], entity["label"])
    `
    return { drafts: [{ id: 'entities', title: 'Find entities of your own kinds', code: pythonBlock(target, code) }] }
  },
})
