import { py } from '../code/index.ts'
import { defineLibrary, type Draft } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** An RNA sequence, for models whose card has no sample. */
const sample = 'UAGCUUAUCAGACUGAUGUUG'

/** Importing it registers its classes with transformers. @see https://multimolecule.danling.org — API of release 0.2 */
export const library = defineLibrary({
  id: 'multimolecule',
  label: 'MultiMolecule',
  repo: 'https://github.com/MultiMolecule/multimolecule',
  docs: 'https://multimolecule.danling.org',
  filter: false,
  downloads: 'default',
  names: { pypi: ['multimolecule', 'transformers'] },
  install: () => ({ python: ['multimolecule'] }),
  snippets(facts, target) {
    const revision = pythonRevision(target)
    const text = facts.widgetText
    const sequence = text === null ? sample : text.replace(facts.maskToken ?? '<mask>', () => 'A')
    const embed = py`
      from multimolecule import AutoModel, AutoTokenizer

      tokenizer = AutoTokenizer.from_pretrained(${facts.id}${revision})
      model = AutoModel.from_pretrained(${facts.id}${revision})

      inputs = tokenizer(${sequence}, return_tensors="pt")
      outputs = model(**inputs)
      print(outputs.last_hidden_state.shape)
    `
    const drafts: Draft[] = [{ id: 'embed', title: 'Embed a sequence', code: pythonBlock(target, embed) }]
    if (text !== null && facts.tags.has('rna-secondary-structure')) {
      const code = py`
        from multimolecule import AutoTokenizer  # registers its pipelines
        from transformers import pipeline

        tokenizer = AutoTokenizer.from_pretrained(${facts.id}${revision})
        predictor = pipeline("rna-secondary-structure", model=${facts.id}, tokenizer=tokenizer${revision})
        print(predictor(${text})["secondary_structure"])
      `
      drafts.push({ id: 'structure', title: 'Predict how the molecule folds', code: pythonBlock(target, code) })
    } else if (text !== null && facts.task === 'fill-mask') {
      const code = py`
        from multimolecule import AutoTokenizer  # registers its models
        from transformers import pipeline

        tokenizer = AutoTokenizer.from_pretrained(${facts.id}${revision})
        predictor = pipeline("fill-mask", model=${facts.id}, tokenizer=tokenizer${revision})
        print(predictor(${text}))
      `
      drafts.push({ id: 'fill-mask', title: 'Fill in what is masked', code: pythonBlock(target, code) })
    }
    return { drafts }
  },
})
