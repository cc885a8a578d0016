import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'

export const detail: TaskDetail = {
  summary:
    'A long text goes in, and a short one that keeps what matters comes out. Extractive models choose sentences of the original; abstractive ones write new sentences and can therefore also write something that the source does not say. What matters depends on the reader, which is why instructions to a language model often beat a fixed summariser.',
  uses: [
    { title: 'Skim before reading', text: 'Abstracts of papers, cases and reports, to decide what deserves the time.' },
    { title: 'Minutes of a meeting', text: 'Decisions and open points out of an hour of transcript.' },
    { title: 'Headlines and teasers', text: 'One line for a list, a paragraph for a preview.' },
  ],
  input:
    'The text, within the context of the model. Longer ones are cut into parts whose summaries are summarised again, or given to a model with a long context.',
  output: 'The summary. Its length is set by a minimum and a maximum of tokens, or by the instruction.',
  demo: {
    inputs: [
      {
        type: 'text',
        label: 'Text',
        content:
          'The harbour board met on Tuesday to discuss the winter. Two of the four cranes need new cables, which will take until February, so boats longer than twelve metres should come out of the water before 15 November. The board also agreed to keep the showers open all year, at the same price, after forty members had asked for it.',
      },
    ],
    outputs: [
      {
        type: 'text',
        label: 'Summary',
        content:
          'With two cranes under repair until February, boats over twelve metres should be lifted out by 15 November. The showers stay open all year.',
      },
    ],
  },
  metrics: [
    metric.rouge,
    metric.bertscore,
    {
      id: 'faithfulness',
      name: 'Faithfulness',
      description:
        'Share of statements in the summary that the source supports, judged by people or by a model of natural language inference. Overlap measures do not see inventions.',
      better: 'higher',
    },
  ],
  variants: [
    { name: 'News articles', text: 'The best-studied kind; models trained on it write in the style of news.' },
    { name: 'Headlines', text: 'One line of ten words.' },
    { name: 'Dialogue', text: 'Several speakers, with facts spread over their turns.' },
    { name: 'Extractive', text: 'Sentences are taken over as they are: nothing can be invented.' },
  ],
  related: ['text-generation', 'translation', 'question-answering'],
  canonicalId: 'text-generation',
  youtubeId: 'yHnr5Dk2zCI',
}
