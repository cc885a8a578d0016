import { py, when } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/**
 * GLiNER models that mark the beginning and inside of entities in reports on aircraft defects. @see https://github.com/Boeing/aviation_ner_sdr — API
 * of release 0.2.29 of gliner
 */
export const library = defineLibrary({
  id: 'aviation-ner',
  label: 'Aviation NER',
  repo: 'https://github.com/Boeing/aviation_ner_sdr',
  docs: 'https://github.com/Boeing/aviation_ner_sdr',
  filter: false,
  downloads: path('gliner_config.json'),
  names: { pypi: ['gliner'] },
  install: () => ({ python: ['gliner'] }),
  snippets(facts, target) {
    const device = when(target.device !== 'auto', py`, map_location=${target.device}`)
    const code = py`
      from gliner import GLiNER

      model = GLiNER.from_pretrained(${facts.id}${pythonRevision(target)}${device})
      kinds = ["prod", "loc", "pcon", "sit", "act", "bird", "flt"]
      labels = [f"{part}-{kind}" for kind in kinds for part in ("b", "i")]  # where one begins, and its inside
      report = "During climb the left engine fire warning came on. The crew returned to the gate."
      for entity in model.predict_entities(report, labels):
          print(entity["text"], entity["label"])
    `
    return { drafts: [{ id: 'entities', title: 'Find what a report of a defect names', code: pythonBlock(target, code) }] }
  },
})
