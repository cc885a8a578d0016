import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'

export const detail: TaskDetail = {
  summary:
    'A question and a few possible answers go in, and a score for each answer comes out. Each answer is read together with the question, and the scores compete. Datasets of this kind test what models know and how they reason, since a right answer can be counted without a judge.',
  uses: [
    { title: 'Compare models', text: 'Exams in dozens of fields, from law to medicine, are the usual yardstick of language models.' },
    { title: 'Train common sense', text: 'Choose the likelier ending of a story or the cause of an event.' },
    { title: 'Grade and practise', text: 'Build quizzes whose difficulty is known by how often models and people fail.' },
  ],
  input: 'A context or question, and two or more candidate answers of any length.',
  output:
    'A probability for each candidate; they add up to 1. A language model without a head for it can be scored by how likely it finds each candidate.',
  demo: {
    inputs: [
      {
        type: 'text',
        label: 'Question',
        content: 'At night a single green light crosses in front of you from the left. Which side of that vessel do you see?',
      },
      { type: 'text', label: 'Choices', content: 'A: its starboard side\nB: its port side\nC: its stern' },
    ],
    outputs: [
      {
        type: 'chart',
        data: [
          { label: 'A: its starboard side', score: 0.86 },
          { label: 'B: its port side', score: 0.09 },
          { label: 'C: its stern', score: 0.05 },
        ],
      },
    ],
  },
  metrics: [metric.accuracy],
  variants: [
    { name: 'Question answering', text: 'Knowledge or reading comprehension with given answers.' },
    { name: 'Coreference', text: 'What does “it” mean? Two candidates, and a sentence in which one word decides (Winograd schemas).' },
    { name: 'Sentence completion', text: 'Which of four endings goes on sensibly.' },
  ],
  related: ['question-answering', 'text-classification', 'text-generation'],
}
