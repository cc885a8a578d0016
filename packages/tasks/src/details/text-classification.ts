import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'

export const detail: TaskDetail = {
  summary:
    'A text goes in, and a label with a probability comes out. The labels are fixed when the model is trained: the mood of a review, the subject of a message, whether a sentence follows from another, the language a text is written in. Models are small and quick, and a few hundred labelled examples per class are often enough to adapt one.',
  uses: [
    { title: 'Sort incoming messages', text: 'Send each ticket or e-mail to the right desk, and the angry or urgent ones first.' },
    { title: 'Measure opinion', text: 'Read thousands of reviews or comments and report how the share of unhappy ones changes over time.' },
    { title: 'Keep a place civil', text: 'Flag insults, spam or personal data for a person to look at, with a threshold you choose.' },
    {
      title: 'Check claims against sources',
      text: 'Decide whether a source supports, contradicts or says nothing about a statement (natural language inference).',
    },
  ],
  input:
    'One text, or a pair of texts for tasks that compare two. Longer texts than the model was built for (often 512 tokens) are cut off, so split them first.',
  output:
    'A score for each label. When exactly one label applies, the scores add up to 1; when several may apply at once, each score stands for itself and needs its own threshold.',
  demo: {
    inputs: [{ type: 'text', label: 'Text', content: 'The ferry left an hour late and nobody told us why.' }],
    outputs: [
      {
        type: 'chart',
        data: [
          { label: 'negative', score: 0.94 },
          { label: 'neutral', score: 0.05 },
          { label: 'positive', score: 0.01 },
        ],
      },
    ],
  },
  metrics: [metric.accuracy, metric.recall, metric.precision, metric.f1],
  variants: [
    { name: 'Sentiment analysis', text: 'Labels are moods: negative, neutral, positive, or stars from one to five.' },
    {
      name: 'Natural language inference',
      text: 'Input is a premise and a hypothesis; labels are entailment, contradiction and neutral. Such models also serve as zero-shot classifiers.',
    },
    { name: 'Multi-label', text: 'A text may carry several labels or none. Trained with one yes-or-no decision per label.' },
    { name: 'Acceptability', text: 'Whether a sentence is well-formed in its language.' },
    {
      name: 'Scoring',
      text: 'A number instead of a class: similarity of two texts, toxicity, readability. The same architecture with a single output.',
    },
  ],
  related: ['zero-shot-classification', 'token-classification', 'sentence-similarity', 'text-ranking'],
  youtubeId: 'leNG9fN9FQU',
}
