import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'

export const detail: TaskDetail = {
  summary:
    'A text with a gap goes in, and likely words for the gap come out. This is how encoders such as BERT are trained: they see the words on both sides and learn which fit between. By itself it is a way to look into a model; its real use is as the starting point for classifiers, taggers and embedding models.',
  uses: [
    { title: 'Adapt to a field', text: 'Go on training on medical, legal or old texts, without labels, before fine-tuning for a task.' },
    { title: 'Probe a model', text: 'See which facts and which prejudices it has picked up, by what it puts into a gap.' },
    { title: 'Suggest words', text: 'Correct typing or reading errors by what the sentence would expect.' },
    { title: 'Sequences that are not text', text: 'Proteins, DNA and molecules are modelled the same way: mask a part, predict it.' },
  ],
  input:
    'A text with the mask token of that very tokenizer: [MASK] for one family, <mask> for another. The tokenizer knows it; never write it from memory.',
  output:
    'The most likely tokens for each gap with their probabilities, and the text with the gap filled. A gap is one token, so long words do not fit in.',
  demo: {
    inputs: [{ type: 'text', label: 'Text', content: 'The lighthouse keeper lit the <mask>.' }],
    outputs: [
      {
        type: 'chart',
        data: [
          { label: 'lamp', score: 0.61 },
          { label: 'lantern', score: 0.17 },
          { label: 'fire', score: 0.08 },
          { label: 'candle', score: 0.04 },
        ],
      },
    ],
  },
  metrics: [metric.crossEntropy, metric.perplexity],
  variants: [
    { name: 'Masked language modelling', text: 'About 15 % of the tokens are hidden at random, and the model restores them.' },
    { name: 'Whole-word masking', text: 'All pieces of a word are hidden together, which makes it harder and better.' },
    { name: 'Slot filling', text: 'The gap is the value that a sentence is asked for: “The capital of Norway is [MASK]”.' },
  ],
  related: ['text-generation', 'feature-extraction', 'text-classification'],
  youtubeId: 'mqElG5QJWUg',
}
