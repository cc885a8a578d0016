import { picture } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { bounds, harbour } from '../pictures/harbor.ts'
import { box } from '../pictures/svg.ts'

const found = (thing: keyof typeof bounds, label: string, colour: string) => {
  const { x, y, width, height } = bounds[thing]
  return box(x, y, width, height, label, colour)
}

export const detail: TaskDetail = {
  summary:
    'A picture goes in, and boxes come out, each with a label and a score: what is in the picture, how many of each, and where. Detectors either look at a grid of places and remove overlapping answers afterwards, or have a fixed number of queries that each find one thing.',
  uses: [
    { title: 'Count', text: 'Cars on a road, boats in a marina, fish on a deck, stock on a shelf.' },
    { title: 'Watch', text: 'People in a closed area, obstacles in front of a vehicle.' },
    { title: 'Find defects', text: 'Mark the scratch, not only the part that has one.' },
    { title: 'Read documents', text: 'Find tables, headings and signatures on a page before they are read.' },
  ],
  input: 'One picture. Small things disappear when a large picture is scaled down: cut it into tiles.',
  output: 'A list of boxes in pixels with label and score. Set a threshold for the score; too low fills the picture with ghosts.',
  demo: {
    inputs: [{ type: 'img', filename: 'input.svg', alt: 'A harbour with a boat, a lighthouse, a buoy and gulls' }],
    outputs: [{ type: 'img', filename: 'output.svg', alt: 'The same picture with labelled boxes around boat, lighthouse, buoy and bird' }],
  },
  files: {
    'input.svg': picture(() => harbour()),
    'output.svg': picture(() =>
      harbour({
        overlay:
          found('boat', 'boat 0.98', '#a8321d') +
          found('lighthouse', 'lighthouse 0.93', '#165a79') +
          found('buoy', 'buoy 0.71', '#23663b') +
          found('gull', 'bird 0.64', '#7a4d00'),
      }),
    ),
  },
  metrics: [metric.ap, metric.detectionMap, metric.apAlpha],
  variants: [
    { name: 'Faces', text: 'One class, often with the position of eyes and mouth.' },
    { name: 'Vehicles', text: 'Trained for traffic, from a lamp post or from the air.' },
    { name: 'Oriented boxes', text: 'Turned rectangles, for pictures from above.' },
    { name: 'Open vocabulary', text: 'Labels are given in words: see zero-shot object detection.' },
    { name: 'Tracking', text: 'Boxes of a video are joined, so that each thing keeps its number.' },
  ],
  related: ['zero-shot-object-detection', 'image-segmentation', 'keypoint-detection', 'image-classification'],
  youtubeId: 'WdAeKSOpxhw',
}
