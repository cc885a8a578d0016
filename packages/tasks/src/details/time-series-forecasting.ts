import { picture } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { tideSeries } from '../pictures/figures.ts'

export const detail: TaskDetail = {
  summary:
    'Measurements over time go in, and the next ones come out, best with a range that says how sure the model is. Classical models are fitted to each series; pretrained ones have seen many thousands of series and forecast a new one without training.',
  uses: [
    { title: 'Demand', text: 'Stock, staff, power: order enough, not too much.' },
    { title: 'Nature', text: 'Water levels, wind, yields.' },
    { title: 'Operations', text: 'See that a value leaves its expected range before it is a failure.' },
  ],
  input:
    'A series at equal intervals, some hundred points long, the number of steps to forecast, and if the model takes them other series known beforehand, such as holidays.',
  output: 'A value for each future step, or a distribution: samples or quantiles.',
  demo: {
    inputs: [{ type: 'img', filename: 'input.svg', alt: 'Two days of tides as a wave-like line' }],
    outputs: [{ type: 'img', filename: 'output.svg', alt: 'The line goes on for a third day, with a band around it that grows wider' }],
  },
  files: { 'input.svg': picture(() => tideSeries()), 'output.svg': picture(() => tideSeries(true)) },
  metrics: [
    metric.mae,
    {
      id: 'mase',
      name: 'Mean absolute scaled error',
      description:
        'Mean absolute error divided by that of repeating the value of the last season. Below 1 is better than the simplest forecast; comparable between series.',
      better: 'lower',
    },
    {
      id: 'crps',
      name: 'Continuous ranked probability score',
      description: 'Distance between the forecast distribution and what happened. Rewards a range that is narrow and right.',
      better: 'lower',
    },
  ],
  variants: [
    { name: 'Univariate', text: 'One series at a time.' },
    { name: 'Multivariate', text: 'Several series that influence each other.' },
    { name: 'With covariates', text: 'Known future values help: calendar, prices, weather forecasts.' },
    { name: 'Zero-shot', text: 'A pretrained model, nothing fitted.' },
  ],
  related: ['tabular-regression', 'tabular-classification', 'reinforcement-learning'],
}
