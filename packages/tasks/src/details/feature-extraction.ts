import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'

export const detail: TaskDetail = {
  summary:
    'A text goes in, and vectors of numbers come out: one for each token, or one for the whole text. Texts that mean similar things get vectors that point in similar directions, so that a computer can search, group and compare meanings with nothing but arithmetic.',
  uses: [
    {
      title: 'Search by meaning',
      text: 'Store a vector for each passage and find the nearest ones to a question, whatever words either uses.',
    },
    { title: 'Retrieval for language models', text: 'Fetch the passages that a model should base its answer on.' },
    { title: 'Group and deduplicate', text: 'Cluster complaints, find near-duplicates, see what a collection is about.' },
    { title: 'Features for a small model', text: 'Train a classifier on the vectors: quick, and good with little data.' },
  ],
  input:
    'One text or a batch. Many embedding models want a short prefix that tells a question from a passage; without it results are worse, silently.',
  output:
    'A matrix with a row for each token, or after pooling (the mean, or the first token) one vector of some hundred numbers. Normalise it to length 1, and the dot product is the cosine.',
  demo: {
    inputs: [{ type: 'text', label: 'Text', content: 'low tide' }],
    outputs: [
      {
        type: 'tabular',
        table: [
          ['', 'Dimension 1', 'Dimension 2', 'Dimension 3', '…'],
          ['low', '0.418', '-0.093', '0.127', '…'],
          ['tide', '0.377', '0.205', '-0.341', '…'],
          ['mean', '0.398', '0.056', '-0.107', '…'],
        ],
      },
    ],
  },
  metrics: [metric.ndcg, metric.spearman],
  variants: [
    { name: 'Sentence embeddings', text: 'One vector per text, trained so that distances mean something.' },
    { name: 'Token embeddings', text: 'One vector per token in its context: input for taggers and for late-interaction search.' },
    { name: 'Sparse embeddings', text: 'A weight for each word of the vocabulary, most of them zero: works with inverted indexes.' },
    { name: 'Shortened embeddings', text: 'Trained so that the first part of the vector is a usable vector itself (Matryoshka).' },
  ],
  related: ['sentence-similarity', 'text-ranking', 'image-feature-extraction', 'text-retrieval'],
}
