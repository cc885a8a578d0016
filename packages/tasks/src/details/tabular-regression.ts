import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'

export const detail: TaskDetail = {
  summary:
    'A row of a table goes in, and a number comes out: a price, a duration, a yield. The same models as for classes, trained with another loss. Ask for an interval as well, since a single number hides how sure the model is.',
  uses: [
    { title: 'Estimate a price', text: 'Used boats, flats, freight, insurance.' },
    { title: 'Plan', text: 'How long will it take, how much will be needed?' },
    { title: 'Replace a measurement', text: 'Weight from length, load from current, where measuring is costly.' },
  ],
  input: 'Rows with the columns of the training data, same names and units.',
  output:
    'A number for each row in the unit of the target. Outside the range of the training data trees stay flat and lines run off: trust neither.',
  demo: {
    inputs: [
      {
        type: 'tabular',
        table: [
          ['Boat length (m)', 'Built', 'Engine (kW)'],
          ['7.2', '1998', '12'],
          ['10.5', '2009', '28'],
          ['12.8', '2018', '41'],
        ],
      },
    ],
    outputs: [
      {
        type: 'tabular',
        table: [['Price (EUR)'], ['14,900'], ['62,500'], ['171,000']],
      },
    ],
  },
  metrics: [metric.mse, metric.r2, metric.mae],
  variants: [
    { name: 'One column', text: 'A single number per row.' },
    { name: 'Several columns', text: 'Numbers that belong together, such as both coordinates of a place.' },
    { name: 'Quantiles', text: 'The value that is exceeded in one case of ten, and its like: intervals instead of points.' },
  ],
  related: ['tabular-classification', 'time-series-forecasting'],
}
