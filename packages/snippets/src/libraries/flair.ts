import { py } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock } from '../preamble.ts'
import { revisionOf } from '../target.ts'

/** Flair accepts a revision after an @ in the name. @see https://flairnlp.github.io — API of release 0.15 */
export const library = defineLibrary({
  id: 'flair',
  label: 'Flair',
  repo: 'https://github.com/flairNLP/flair',
  docs: 'https://flairnlp.github.io',
  filter: true,
  downloads: path('pytorch_model.bin'),
  names: { pypi: ['flair'] },
  install: () => ({ python: ['flair'] }),
  snippets(facts, target) {
    const revision = revisionOf(target)
    const name = `${facts.id}${revision === null ? '' : `@${revision}`}`
    const code = py`
      from flair.data import Sentence
      from flair.models import SequenceTagger

      tagger = SequenceTagger.load(${name})
      sentence = Sentence("The ship left Genoa on Monday.")
      tagger.predict(sentence)
      print(sentence)
    `
    return {
      drafts: [{ id: 'tag', title: 'Tag a sentence', code: pythonBlock(target, code) }],
      notes: [{ code: 'pickle', text: 'A .bin file is a pickle: loading it can run code. Do it only with files you trust.' }],
    }
  },
})
