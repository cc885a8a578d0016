import { py, when } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** @see https://docs.knowledgator.com/docs/frameworks/gliformer/ — API of release 0.1.3 */
export const library = defineLibrary({
  id: 'gliformer',
  label: 'GLiFormer',
  repo: 'https://github.com/Knowledgator/GLiFormer',
  docs: 'https://docs.knowledgator.com/docs/frameworks/gliformer/',
  filter: false,
  downloads: path('gliner_config.json'),
  names: { pypi: ['gliformer'] },
  install: () => ({ python: ['gliformer'] }),
  snippets(facts, target) {
    const device = when(target.device !== 'auto', py`, map_location=${target.device}`)
    const code = py`
      from gliformer import GLiFormer

      model = GLiFormer.from_pretrained(${facts.id}${pythonRevision(target)}, load_tokenizer=True${device})
      entities = model.predict_entities("The ship left Genoa on Monday.", ["vessel", "place", "date"], threshold=0.5)
      for entity in entities:
          print(entity["text"], entity["label"])
    `
    return { drafts: [{ id: 'entities', title: 'Find entities of your own kinds', code: pythonBlock(target, code) }] }
  },
})
