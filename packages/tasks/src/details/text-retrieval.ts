import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'

export const detail: TaskDetail = {
  summary:
    'A query goes in, and the texts of a collection that answer it come out, best first. It names the whole undertaking of finding: datasets carry this task, with queries, documents and the judgement which belongs to which. Models that do the work are listed under feature extraction (find) and text ranking (reorder).',
  uses: [
    {
      title: 'Train a retriever',
      text: 'Pairs of queries and right documents, with wrong ones that look right, are what embedding models learn from.',
    },
    { title: 'Measure a search', text: 'Run fixed queries against a fixed collection and compare systems by the same judgements.' },
    { title: 'Link mentions', text: 'Find the entry of a register that a name in a text means.' },
    { title: 'Check facts', text: 'Find the passages that bear on a claim, before deciding whether they support it.' },
  ],
  input: 'A query, and a collection that was indexed beforehand: by words, by vectors, or by both.',
  output: 'A list of documents with scores, as long as was asked for.',
  demo: {
    inputs: [{ type: 'text', label: 'Query', content: 'opening hours of the customs office' }],
    outputs: [
      {
        type: 'tabular',
        table: [
          ['Rank', 'Document', 'Score'],
          ['1', 'Customs and immigration: who must report, and when', '0.83'],
          ['2', 'Harbour office and other counters', '0.74'],
          ['3', 'Bringing a boat into the country', '0.58'],
        ],
      },
    ],
  },
  metrics: [metric.ndcg, metric.recallAtK, metric.mrr, metric.map],
  variants: [
    { name: 'Document retrieval', text: 'Whole documents or passages for a question.' },
    { name: 'Utterance retrieval', text: 'The reply of a stored dialogue that fits best.' },
    { name: 'Entity linking', text: 'The entry of a knowledge base that a mention stands for.' },
    { name: 'Fact checking', text: 'Evidence for or against a claim.' },
  ],
  related: ['feature-extraction', 'text-ranking', 'sentence-similarity', 'question-answering'],
}
