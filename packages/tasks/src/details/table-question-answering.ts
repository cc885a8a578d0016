import type { TaskDetail } from '../detail.ts'

export const detail: TaskDetail = {
  summary:
    'A table and a question go in, and the answer comes out: a cell, several cells, or a count, sum or average over them. The model reads headers and cells together with the question and needs neither a query language nor a schema.',
  uses: [
    { title: 'Ask a spreadsheet', text: 'Let people who do not write SQL question a table they have in front of them.' },
    { title: 'Answer from reports', text: 'Take tables out of documents and answer questions that the text does not.' },
    { title: 'Check figures', text: 'Compare a statement in prose with the table it is based on.' },
  ],
  input:
    'A table whose cells are all text, with a header, and a question. Tables must fit the context of the model: some hundreds of cells, not thousands. Larger ones need a query language.',
  output: 'The answer as text, the cells it rests on, and, for models that compute, the operation: none, count, sum or average.',
  demo: {
    inputs: [
      {
        type: 'tabular',
        table: [
          ['Lighthouse', 'Height (m)', 'Built', 'Range (nmi)'],
          ['Larnholm', '31', '1868', '18'],
          ['Skarv', '22', '1902', '14'],
          ['Outer Tern', '44', '1887', '21'],
        ],
      },
      { type: 'text', label: 'Question', content: 'How tall is the lighthouse with the longest range?' },
    ],
    outputs: [{ type: 'text', label: 'Answer', content: '44' }],
  },
  metrics: [
    {
      id: 'Denotation Accuracy',
      name: 'Denotation accuracy',
      description: 'Share of questions for which the value that the answer stands for is right, whichever cells or operation led to it.',
      better: 'higher',
    },
  ],
  variants: [
    { name: 'Cell selection', text: 'The answer stands in the table as it is.' },
    { name: 'Aggregation', text: 'The answer has to be counted or computed from several cells.' },
    {
      name: 'Text to SQL',
      text: 'A language model writes a query, and a database runs it: the way to go when the table does not fit in a context. Usually found under text generation.',
    },
  ],
  related: ['question-answering', 'table-to-text', 'document-question-answering', 'tabular-classification'],
}
