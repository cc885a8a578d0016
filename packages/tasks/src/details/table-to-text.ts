import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'

export const detail: TaskDetail = {
  summary:
    'A table goes in, often with some cells marked, and a sentence or paragraph that says what stands in it comes out. The difficulty is to say everything that is true and nothing else: models like to round, compare and explain where the table gives no ground.',
  uses: [
    { title: 'Reports that write themselves', text: 'Weather, sport results, sales figures, in prose for people who do not read tables.' },
    { title: 'Read aloud', text: 'Describe a chart or a table for listeners and screen readers.' },
    { title: 'Train and test faithfulness', text: 'Every statement can be checked against the cells, which makes such data valuable.' },
  ],
  input:
    'The table, laid out as text with its headers, title and marked cells. How it is laid out matters: use the form of the training data.',
  output: 'Text. Numbers in it should be compared with the table before they are published.',
  demo: {
    inputs: [
      {
        type: 'tabular',
        table: [
          ['Station', 'Mon', 'Tue', 'Wed'],
          ['Larnholm', '14 °C', '15 °C', '19 °C'],
          ['Skarv', '11 °C', '11 °C', '12 °C'],
        ],
      },
    ],
    outputs: [
      { type: 'text', label: 'Text', content: 'Larnholm warmed from 14 to 19 °C by Wednesday, while Skarv stayed at 11 to 12 °C.' },
    ],
  },
  metrics: [
    metric.bleu,
    {
      id: 'parent',
      name: 'PARENT',
      description:
        'Compares runs of words with the reference and with the table, so that true facts that the reference leaves out are not punished and invented ones are.',
      better: 'higher',
    },
  ],
  variants: [
    { name: 'Controlled', text: 'Certain cells are marked, and the sentence should be about these.' },
    { name: 'Free description', text: 'The model decides what is worth saying.' },
    { name: 'With reasoning', text: 'Comparisons, sums and orders that stand in no single cell.' },
  ],
  related: ['tabular-to-text', 'table-question-answering', 'text-generation', 'summarization'],
}
