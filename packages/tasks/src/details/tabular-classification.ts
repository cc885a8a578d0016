import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'

export const detail: TaskDetail = {
  summary:
    'A row of a table goes in, and the class it belongs to comes out. Columns are numbers and categories with meanings of their own, which is why trees grown one after another are still hard to beat; models that were trained on millions of synthetic tables and read the training rows as context have caught up on small ones.',
  uses: [
    { title: 'Decide on a case', text: 'Will a customer leave, a loan be repaid, a machine fail this week?' },
    { title: 'Diagnose from measurements', text: 'Blood values, sensor readings, water samples.' },
    { title: 'Detect fraud', text: 'Rare cases among millions of rows: watch precision and recall, never accuracy alone.' },
  ],
  input:
    'Rows with the columns of the training data, same names and units. Missing values must be treated as in training; a pipeline that holds the preparation avoids most mistakes.',
  output: 'A class for each row, and its probability if the model gives one.',
  demo: {
    inputs: [
      {
        type: 'tabular',
        table: [
          ['Length (cm)', 'Height (cm)', 'Weight (g)'],
          ['23.2', '11.5', '242'],
          ['38.4', '7.8', '390'],
          ['12.1', '2.2', '14'],
        ],
      },
    ],
    outputs: [
      {
        type: 'tabular',
        table: [
          ['Species', 'Probability'],
          ['Bream', '0.97'],
          ['Pike', '0.91'],
          ['Smelt', '0.88'],
        ],
      },
    ],
  },
  metrics: [metric.accuracy, metric.recall, metric.precision, metric.f1],
  variants: [
    { name: 'Two classes', text: 'Choose the threshold by what a miss and a false alarm cost.' },
    { name: 'Several classes', text: 'Exactly one of many.' },
    { name: 'Several labels', text: 'Any number of labels per row.' },
    { name: 'In context', text: 'Labelled rows are given together with the new ones; nothing is trained.' },
  ],
  related: ['tabular-regression', 'time-series-forecasting', 'table-question-answering'],
}
