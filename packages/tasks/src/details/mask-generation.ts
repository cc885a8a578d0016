import { picture } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { bounds, harbour, palettes } from '../pictures/harbor.ts'

const point = `<circle cx="${bounds.boat.x + 90}" cy="${bounds.boat.y + 90}" r="8" fill="#fff" stroke="#a8321d" stroke-width="5"/>`

export const detail: TaskDetail = {
  summary:
    'A picture goes in, with points or boxes as hints or with none, and masks come out: exact outlines of things, without saying what they are. Such models cut out things they never saw in training, and serve as a tool for other models and for people.',
  uses: [
    { title: 'Label quickly', text: 'Click once, correct the outline, save: the usual way to make segmentation data now.' },
    { title: 'Cut out', text: 'Anything a user clicks, in any picture.' },
    { title: 'Refine boxes', text: 'A detector finds, the mask follows the edge.' },
    { title: 'Follow in video', text: 'Mark a thing in one frame and keep its mask in the next ones.' },
  ],
  input: 'A picture and hints: points inside and outside, a box, a rough mask. Without hints a grid of points is tried.',
  output:
    'One or more masks for each hint, with an estimate of their quality. A click on a sail may mean sail, boat or fleet, so models offer several.',
  demo: {
    inputs: [{ type: 'img', filename: 'input.svg', alt: 'A harbour scene; a point is set on the sail of the boat' }],
    outputs: [{ type: 'img', filename: 'output.svg', alt: 'Every thing of the scene as an area of its own colour' }],
  },
  files: {
    'input.svg': picture(() => harbour({ overlay: point })),
    'output.svg': picture(() =>
      harbour({
        isFlat: true,
        palette: {
          ...palettes.classes,
          sun: '#f2c14e',
          cloud: '#9cc5ef',
          hills: '#63a375',
          sail: '#e4576f',
          hull: '#8c1c3a',
          buoy: '#b06fd6',
        },
      }),
    ),
  },
  metrics: [metric.iou],
  variants: [
    { name: 'With points or boxes', text: 'Interactive: a picture is encoded once, each click takes milliseconds.' },
    { name: 'Everything', text: 'All masks of a picture, without hints.' },
    { name: 'With words', text: 'A phrase is the hint; all instances are found.' },
    { name: 'Video', text: 'Masks are carried on through time.' },
  ],
  related: ['image-segmentation', 'object-detection', 'zero-shot-object-detection'],
}
