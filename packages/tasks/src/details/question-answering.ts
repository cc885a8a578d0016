import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'

export const detail: TaskDetail = {
  summary:
    'A question and a passage go in, and the stretch of the passage that answers comes out. The model predicts where the answer begins and ends, so it cannot invent anything: every answer can be shown in its place. Models that write an answer in their own words belong to text generation.',
  uses: [
    { title: 'Answer from your own documents', text: 'Find the passages with a search engine, then show the sentence that answers.' },
    { title: 'Fill fields', text: 'Ask the same ten questions of every contract or report and put the answers in a table.' },
    { title: 'Support with sources', text: 'Quote the manual instead of paraphrasing it, where a wrong word would matter.' },
  ],
  input:
    'A question and a context of up to a few hundred words. Longer texts are read in overlapping windows, and the best answer of all windows is taken.',
  output:
    'The answer, its start and end in the context, and a score. Models trained with unanswerable questions may also say that the context holds no answer.',
  demo: {
    inputs: [
      { type: 'text', label: 'Question', content: 'Until when is the slipway closed?' },
      {
        type: 'text',
        label: 'Context',
        content:
          'From Monday the crane is out of service. The slipway stays closed until 14 May; boats up to two tonnes can use the ramp at Quay 2.',
      },
    ],
    outputs: [{ type: 'text', label: 'Answer', content: '14 May' }],
  },
  metrics: [metric.exactMatch, metric.tokenF1],
  variants: [
    { name: 'Extractive', text: 'The answer is copied from a given passage. What the pipeline of this name does.' },
    { name: 'Open-domain', text: 'Only the question is given; the passages come from a search over a collection first.' },
    { name: 'Closed-domain', text: 'Questions are about one field, so retrieval and vocabulary can be specialised.' },
    { name: 'Generative', text: 'A language model writes the answer, with or without passages to rely on.' },
  ],
  related: ['document-question-answering', 'table-question-answering', 'text-ranking', 'text-generation'],
  youtubeId: 'ajPx5LwJD-I',
}
