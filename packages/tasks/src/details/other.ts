import type { TaskDetail } from '../detail.ts'

export const detail: TaskDetail = {
  summary:
    'Whatever fits none of the other tasks: input and output are what the card says they are. Models end up here that play chess, fold proteins, predict weather maps, watermark sound or turn one file format into another. The tag keeps them findable, and shows which task the catalog lacks.',
  uses: [
    { title: 'Science', text: 'Proteins, molecules, materials, climate: data with structures of its own.' },
    { title: 'Parts of systems', text: 'Tokenizers, vocoders, codecs, adapters that do nothing alone.' },
    { title: 'New ideas', text: 'Tasks that have no name yet.' },
  ],
  input: 'See the model’s card: the shape of the input, its units, how it is prepared.',
  output: 'See the model’s card. A good one shows one input with its output, and the call that leads from one to the other.',
  demo: {
    inputs: [{ type: 'text', label: 'Position (chess, FEN)', content: '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1' }],
    outputs: [{ type: 'text', label: 'Move', content: 'Rd8#' }],
  },
  metrics: [
    {
      id: 'custom',
      name: 'The measure of the field',
      description:
        'Say on the card what was measured, on which data, by which program and with what spread between runs. Whether more is better depends on it; by convention here, it is.',
      better: 'higher',
    },
  ],
  variants: [
    {
      name: 'Before you choose it',
      text: 'Look for a more general task: a model without a task is found by its name alone, and code cannot be printed for it.',
    },
    {
      name: 'With a library',
      text: 'Name the library on the card (`library_name`), so that at least the code to load the model can be shown.',
    },
  ],
  related: ['feature-extraction', 'tabular-regression', 'graph-ml'],
}
