import { picture } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { bounds, harbour } from '../pictures/harbor.ts'
import { box } from '../pictures/svg.ts'

const { boat, buoy } = bounds

export const detail: TaskDetail = {
  summary:
    'A picture and descriptions in words go in, and boxes around what they describe come out, without training on those things. The text may be a class or a whole phrase such as “the boat with the white sail”.',
  uses: [
    { title: 'Look for anything', text: 'Things that no detector has been trained for.' },
    { title: 'Label for a detector', text: 'Let it draw boxes, correct them, train a small and quick model.' },
    { title: 'Point at things', text: 'Give robots and assistants the place of what somebody mentions.' },
  ],
  input: 'A picture and a list of labels or a phrase. Some models want labels in lower case with a full stop after each: look at the card.',
  output: 'Boxes with label and score. Scores are lower than those of trained detectors, so choose the threshold anew.',
  demo: {
    inputs: [
      { type: 'img', filename: 'input.svg', alt: 'A harbour with a boat, a lighthouse, a buoy and gulls' },
      { type: 'text', label: 'Labels', content: 'white sail, red buoy' },
    ],
    outputs: [{ type: 'img', filename: 'output.svg', alt: 'The same picture with boxes around the sail and the buoy' }],
  },
  files: {
    'input.svg': picture(() => harbour()),
    'output.svg': picture(() =>
      harbour({
        overlay:
          box(boat.x + 8, boat.y + 8, boat.width - 10, boat.height - 42, 'white sail 0.52', '#a8321d') +
          box(buoy.x, buoy.y, buoy.width, buoy.height, 'red buoy 0.47', '#23663b'),
      }),
    ),
  },
  metrics: [metric.ap, metric.detectionMap, metric.apAlpha],
  variants: [
    { name: 'Labels', text: 'A list of classes in words.' },
    { name: 'Phrase grounding', text: 'A sentence, and boxes for the things it names.' },
    { name: 'By example', text: 'A picture of the thing instead of words.' },
  ],
  related: ['object-detection', 'zero-shot-image-classification', 'mask-generation', 'image-text-to-text'],
}
