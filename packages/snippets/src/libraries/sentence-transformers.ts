import { comment, json, py, when } from '../code/index.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

const samples = ['A harbour at dawn', 'Ships lie at anchor in the first light', 'The recipe needs two eggs']

/** @see https://sbert.net — API of release 5 */
export const library = defineLibrary({
  id: 'sentence-transformers',
  label: 'sentence-transformers',
  repo: 'https://github.com/UKPLab/sentence-transformers',
  docs: 'https://sbert.net',
  filter: true,
  downloads: 'default',
  names: { pypi: ['sentence-transformers', 'pylate'] },
  install: (facts) =>
    facts.tags.has('PyLate') ? { python: ['pylate'] } : { python: ['sentence-transformers'], conda: ['sentence-transformers'] },
  offers: (facts) => facts.tags.has('sentence-transformers'),
  snippets(facts, target) {
    const device = when(target.device !== 'auto', py`, device=${target.device}`)
    const options = py`${pythonRevision(target)}${when(facts.hasCustomCode, py`, trust_remote_code=True`)}${device}`
    if (facts.tags.has('PyLate')) {
      const code = py`
        from pylate import models

        model = models.ColBERT(model_name_or_path=${facts.id}${pythonRevision(target)}${device})
        queries = model.encode(["When does the tide turn?"], is_query=True)
        documents = model.encode(${json(samples)}, is_query=False)
      `
      return { drafts: [{ id: 'colbert', title: 'Embed queries and documents', code: pythonBlock(target, code) }] }
    }
    if (facts.tags.has('cross-encoder') || facts.task === 'text-ranking') {
      const code = py`
        from sentence_transformers import CrossEncoder

        model = CrossEncoder(${facts.id}${options})
        scores = model.predict([
            ("When does the tide turn?", "The tide turns at noon."),
            ("When does the tide turn?", "The harbour is in the north."),
        ])
        print(scores)
      `
      return { drafts: [{ id: 'rank', title: 'Score pairs', code: pythonBlock(target, code), proofId: `rank${variant(facts)}` }] }
    }
    const sentences = facts.sentences.length > 0 ? facts.sentences : samples
    const code = py`
      from sentence_transformers import SentenceTransformer

      model = SentenceTransformer(${facts.id}${options})
      sentences = ${json(sentences)}
      embeddings = model.encode(sentences)
      similarities = model.similarity(embeddings, embeddings)
      print(similarities.shape)  ${comment(`${sentences.length} rows, ${sentences.length} columns`)}
    `
    return {
      drafts: [{ id: 'embed', title: 'Embed and compare sentences', code: pythonBlock(target, code), proofId: `embed${variant(facts)}` }],
    }
  },
})

/** The model's own code, which was not run. */
function variant(facts: ModelFacts): string {
  return facts.hasCustomCode ? ':custom-code' : ''
}
