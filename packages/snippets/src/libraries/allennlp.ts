import { py, when } from '../code/index.ts'
import { defineLibrary, type Note } from '../library.ts'
import { pythonBlock } from '../preamble.ts'
import { revisionOf } from '../target.ts'

/**
 * `from_path` imports allennlp_models itself, as a plugin. In an hf:// address, the revision follows an @ (cached_path). @see
 * https://docs.allennlp.org — API of release 2.10, the last one
 */
export const library = defineLibrary({
  id: 'allennlp',
  label: 'AllenNLP',
  repo: 'https://github.com/allenai/allennlp',
  docs: 'https://docs.allennlp.org',
  filter: true,
  downloads: 'default',
  names: { pypi: ['allennlp', 'allennlp-models'] },
  install: () => ({ python: ['allennlp', 'allennlp-models'] }),
  snippets(facts, target) {
    const revision = revisionOf(target)
    const asks = facts.tags.has('question-answering')
    const notes: Note[] = [
      {
        code: 'unmaintained',
        text: 'AllenNLP ended in 2022: it needs Python 3.7 to 3.10, PyTorch before 1.13 and Transformers before 4.21.',
      },
    ]
    const code = py`
      from allennlp.predictors.predictor import Predictor

      predictor = Predictor.from_path(${`hf://${facts.id}${revision === null ? '' : `@${revision}`}`})
      ${when(
        asks,
        py`
          question = {
              "passage": "The ship left Genoa on Monday and reached Tunis on Thursday.",
              "question": "When did the ship reach Tunis?",
          }
          print(predictor.predict_json(question))
        `,
      )}
    `
    return {
      drafts: [
        asks
          ? { id: 'ask', title: 'Ask about a text', code: pythonBlock(target, code) }
          : { id: 'load', title: 'Load the model', code: pythonBlock(target, code) },
      ],
      notes,
    }
  },
})
