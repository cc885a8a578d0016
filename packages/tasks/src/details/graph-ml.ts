import { picture } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { graph } from '../pictures/figures.ts'

export const detail: TaskDetail = {
  summary:
    'A graph goes in, things and the links between them, and predictions about its nodes, its links or the whole come out. Each node gathers what its neighbours know, layer by layer, so that position in the network counts as much as a node’s own features.',
  uses: [
    { title: 'Molecules', text: 'Is it soluble, is it poisonous? Atoms are nodes, bonds are links.' },
    { title: 'Recommend', text: 'People and things are nodes; which link will come next?' },
    { title: 'Fraud', text: 'Accounts that look harmless alone and not together.' },
    { title: 'Traffic and weather', text: 'Sensors that influence their neighbours.' },
  ],
  input: 'Nodes with features, pairs of nodes that are linked, and features of links if there are any.',
  output: 'A class or number for each node, a probability for each possible link, or one value for the graph.',
  demo: {
    inputs: [
      {
        type: 'img',
        filename: 'input.svg',
        alt: 'Seven harbours, A to G, with ferry routes between them; the route from E to F is in question',
      },
    ],
    outputs: [
      {
        type: 'chart',
        data: [
          { label: 'E – F will open', score: 0.34 },
          { label: 'C – F will open', score: 0.18 },
          { label: 'A – G will open', score: 0.07 },
        ],
      },
    ],
  },
  files: { 'input.svg': picture(graph) },
  metrics: [
    {
      id: 'roc_auc',
      name: 'ROC AUC',
      description: 'Chance that a true link or positive node gets a higher score than a false one. 0.5 is guessing.',
      better: 'higher',
    },
    {
      id: 'hits_at_k',
      name: 'Hits at k',
      description: 'Share of true links that are ranked among the first k candidates.',
      better: 'higher',
    },
    {
      id: 'mae',
      name: 'Mean absolute error',
      description: 'For numbers, such as a property of a molecule: mean size of the error, in its unit.',
      better: 'lower',
    },
  ],
  variants: [
    { name: 'Node classification', text: 'What kind of account, paper, protein is it?' },
    { name: 'Link prediction', text: 'Which links are missing or will come.' },
    { name: 'Graph classification', text: 'One label for a whole molecule.' },
    { name: 'Generation', text: 'New graphs with wanted properties.' },
  ],
  related: ['tabular-classification', 'tabular-to-text', 'time-series-forecasting'],
}
