import { picture } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { harbour, palettes } from '../pictures/harbor.ts'

export const detail: TaskDetail = {
  summary:
    'A picture goes in, and a picture of distances comes out: for each pixel, how far away it is. From one picture alone distance is a guess from perspective, size and shading, so most models give relative depth (what is in front of what); some are trained to give metres.',
  uses: [
    { title: 'Robots and vehicles', text: 'Avoid obstacles with a single camera.' },
    { title: 'Photography', text: 'Blur a background, relight a scene, move the camera a little afterwards.' },
    { title: 'Control of image generation', text: 'Keep the layout of a scene and change everything else.' },
    { title: 'Measure', text: 'Volumes and distances from photographs, with a metric model and a known camera.' },
  ],
  input: 'One picture. For metric depth some models want the focal length of the camera.',
  output:
    'A map of the size of the picture, as numbers and usually also as a grey picture. Check the direction: in many maps near is bright.',
  demo: {
    inputs: [{ type: 'img', filename: 'input.svg', alt: 'A sailing boat in a harbour, a lighthouse behind it, a pier in front' }],
    outputs: [
      {
        type: 'img',
        filename: 'output.svg',
        alt: 'The same scene in greys: the pier is white, the boat light grey, the hills dark, the sky black',
      },
    ],
  },
  files: { 'input.svg': picture(() => harbour()), 'output.svg': picture(() => harbour({ palette: palettes.depth, isFlat: true })) },
  metrics: [metric.absRel, metric.rmse, metric.delta1],
  variants: [
    { name: 'Relative', text: 'Right up to an unknown scale and shift: enough for what is before what.' },
    { name: 'Metric', text: 'Distances in metres, for cameras like those in the training data.' },
    { name: 'Video', text: 'Consistent from frame to frame, without flicker.' },
    { name: 'Surface normals', text: 'Which way each surface faces; often the same models.' },
  ],
  related: ['image-segmentation', 'image-to-3d', 'image-to-image', 'keypoint-detection'],
}
