import { picture } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { sailor } from '../pictures/sailor.ts'

export const detail: TaskDetail = {
  summary:
    'A picture goes in, and the positions of certain points come out: the joints of a person, the corners of a face, the tips of a hand, or distinctive spots to recognise a place by. Points that have names are joined to a skeleton; points without are matched between pictures.',
  uses: [
    { title: 'Movement', text: 'Sport, physiotherapy, animation, ergonomics, without markers on the body.' },
    { title: 'Gestures', text: 'Hands and faces as input.' },
    { title: 'Animals', text: 'Gait and behaviour, in the stable and in the wild.' },
    { title: 'Place and map', text: 'Match points between pictures to find where a camera stood.' },
  ],
  input: 'A picture; for most pose models the box around each person as well, from a detector.',
  output:
    'For each point its position in pixels and a score, in an order that the model fixes (17 points in the COCO set). Points out of sight get low scores.',
  demo: {
    inputs: [{ type: 'img', filename: 'input.svg', alt: 'A sailor waves with one arm and rests the other on the hip' }],
    outputs: [{ type: 'img', filename: 'output.svg', alt: 'The same sailor with points on nose and joints, joined to a skeleton' }],
  },
  files: { 'input.svg': picture(() => sailor()), 'output.svg': picture(() => sailor(true)) },
  metrics: [
    {
      id: 'oks_ap',
      name: 'AP over keypoints',
      description:
        'Average precision where a person counts as found when the similarity of keypoints (OKS) is high enough: distances relative to the size of the person and to how exactly people place that point.',
      better: 'higher',
    },
    {
      id: 'pck',
      name: 'Percentage of correct keypoints',
      description: 'Share of points within a certain distance of the truth, relative to the size of the head or body.',
      better: 'higher',
    },
  ],
  variants: [
    { name: 'Pose estimation', text: 'Joints of people, one or many, flat or in space.' },
    { name: 'Hands and faces', text: 'More points, closer together.' },
    { name: 'Matching', text: 'Points without names and their counterparts in another picture.' },
  ],
  related: ['object-detection', 'depth-estimation', 'image-segmentation', 'robotics'],
}
