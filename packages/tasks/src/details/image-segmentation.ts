import { picture } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { harbour, palettes } from '../pictures/harbor.ts'

export const detail: TaskDetail = {
  summary:
    'A picture goes in, and a label for every pixel comes out. The result follows the outline of things instead of drawing a box around them, so areas can be measured, cut out or replaced.',
  uses: [
    { title: 'Cut out', text: 'Remove or replace the background of a portrait or a product.' },
    { title: 'Measure', text: 'The area of a wound, a field, an oil film, a tumour.' },
    { title: 'Drive', text: 'Tell road, kerb, people and sky apart, thirty times a second.' },
    { title: 'Edit', text: 'Give image generation a mask: change this, leave the rest.' },
  ],
  input: 'One picture. Fine structures such as rigging or hair need a high resolution.',
  output: 'Masks with labels: a picture of class numbers, or one mask for each thing with a score.',
  demo: {
    inputs: [{ type: 'img', filename: 'input.svg', alt: 'A harbour with a boat, a lighthouse, a buoy and hills' }],
    outputs: [
      {
        type: 'img',
        filename: 'output.svg',
        alt: 'The same scene in flat colours: one for water, one for sky, one for land, one for the boat, and so on',
      },
    ],
  },
  files: { 'input.svg': picture(() => harbour()), 'output.svg': picture(() => harbour({ palette: palettes.classes, isFlat: true })) },
  metrics: [
    metric.ap,
    { ...metric.detectionMap, description: 'Average precision of masks, averaged over classes and over ten thresholds of overlap.' },
    metric.meanIou,
    metric.apAlpha,
    metric.pq,
  ],
  variants: [
    { name: 'Semantic', text: 'A class for each pixel; two boats side by side are one area.' },
    { name: 'Instance', text: 'A mask for each countable thing; the rest stays unlabelled.' },
    { name: 'Panoptic', text: 'Both at once: every pixel has a class, and countable things a number.' },
    { name: 'Background removal', text: 'One soft mask of what is in front, with half-transparent edges.' },
  ],
  related: ['mask-generation', 'object-detection', 'depth-estimation', 'image-to-image'],
  youtubeId: 'dKE8SIt9C-w',
}
