import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'

export const detail: TaskDetail = {
  summary:
    'A sentence and others to compare it with go in, and a score for each pair comes out: how close they are in meaning. Each text is turned into one vector, and the score is the cosine between two of them. The vectors can be computed once and kept, which makes comparison with millions of texts possible.',
  uses: [
    { title: 'Semantic search', text: 'Find the answer that was given before, in whatever words the question comes this time.' },
    { title: 'Find duplicates', text: 'Merge reports of the same fault, entries of the same person, copies of the same text.' },
    { title: 'Cluster', text: 'Group thousands of free-text answers by what they say.' },
    { title: 'Mine pairs', text: 'Find translations of each other in two collections with a multilingual model.' },
  ],
  input: 'A source sentence and a list of sentences. Models read up to a certain length, often 256 or 512 tokens, and ignore the rest.',
  output:
    'A number for each sentence, mostly between 0 and 1. What counts as close differs from model to model: find the threshold on examples of your own.',
  demo: {
    inputs: [
      { type: 'text', label: 'Source sentence', content: 'The harbour is closed because of the storm.' },
      { type: 'text', label: 'Sentences', content: 'No ship may enter the port in this weather.' },
      { type: 'text', label: '', content: 'The harbour café closes at six.' },
      { type: 'text', label: '', content: 'My cousin plays the accordion.' },
    ],
    outputs: [
      {
        type: 'chart',
        data: [
          { label: 'No ship may enter the port in this weather.', score: 0.78 },
          { label: 'The harbour café closes at six.', score: 0.41 },
          { label: 'My cousin plays the accordion.', score: 0.03 },
        ],
      },
    ],
  },
  metrics: [metric.mrr, metric.cosine, metric.spearman],
  variants: [
    { name: 'Symmetric', text: 'Both texts are of the same kind: two sentences, two questions.' },
    { name: 'Asymmetric', text: 'A short query and a longer passage; needs a model trained for it.' },
    { name: 'Multilingual', text: 'The same meaning gets the same vector in any of the languages trained.' },
    { name: 'Reranking', text: 'A model that reads both texts together scores better and cannot be precomputed: see text ranking.' },
  ],
  related: ['feature-extraction', 'text-ranking', 'text-classification'],
  youtubeId: 'VCZq5AkbNEU',
}
