import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'

export const detail: TaskDetail = {
  summary:
    'A query and candidate texts go in, and a relevance score for each candidate comes out. The model reads query and candidate together and compares them word by word, which is more exact than comparing two vectors, and too slow for a whole collection. So it stands second: a quick search gives a hundred candidates, the reranker puts the best on top.',
  uses: [
    { title: 'Better search results', text: 'Reorder what a keyword or vector search returned, before anybody sees it.' },
    { title: 'Context for language models', text: 'Pick the five passages that are worth the tokens.' },
    { title: 'Choose among answers', text: 'Score several generated answers or drafts against the question.' },
  ],
  input: 'One query and a list of texts. Some models take an instruction that says what relevant means.',
  output:
    'A score for each pair: a logit, or between 0 and 1 after a sigmoid. Only the order matters; scores of different models cannot be compared.',
  demo: {
    inputs: [
      { type: 'text', label: 'Query', content: 'what to do when a mooring line breaks' },
      {
        type: 'text',
        label: 'Texts',
        content: 'If a line parts, put the engine in neutral and get a second line ashore from the windward side.',
      },
      { type: 'text', label: '', content: 'Mooring fees are due on the first of the month.' },
      { type: 'text', label: '', content: 'Nylon stretches more than polyester and softens the jerk on a mooring.' },
    ],
    outputs: [
      {
        type: 'chart',
        data: [
          { label: 'If a line parts, put the engine in neutral …', score: 0.97 },
          { label: 'Nylon stretches more than polyester …', score: 0.21 },
          { label: 'Mooring fees are due …', score: 0.01 },
        ],
      },
    ],
  },
  metrics: [metric.ndcg, metric.mrr, metric.map],
  variants: [
    { name: 'Cross-encoder', text: 'An encoder with one output reads the pair. Small and quick for its quality.' },
    { name: 'Late interaction', text: 'Token vectors of both texts are matched afterwards: nearly as exact, and texts can be stored.' },
    { name: 'Listwise', text: 'A language model sees all candidates at once and gives their order.' },
  ],
  related: ['sentence-similarity', 'feature-extraction', 'text-retrieval', 'visual-document-retrieval'],
}
