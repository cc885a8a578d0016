import { svg } from './svg.ts'

/** The joints of the figure, in pixels: the seventeen of the COCO set, minus eyes and ears. */
export const joints = {
  nose: [240, 74],
  left_shoulder: [272, 118],
  right_shoulder: [208, 118],
  left_elbow: [316, 86],
  right_elbow: [182, 168],
  left_wrist: [334, 36],
  right_wrist: [198, 212],
  left_hip: [262, 206],
  right_hip: [218, 206],
  left_knee: [276, 256],
  right_knee: [206, 256],
  left_ankle: [282, 304],
  right_ankle: [196, 304],
} as const

const bones = [
  ['left_shoulder', 'right_shoulder'],
  ['left_shoulder', 'left_elbow'],
  ['left_elbow', 'left_wrist'],
  ['right_shoulder', 'right_elbow'],
  ['right_elbow', 'right_wrist'],
  ['left_shoulder', 'left_hip'],
  ['right_shoulder', 'right_hip'],
  ['left_hip', 'right_hip'],
  ['left_hip', 'left_knee'],
  ['left_knee', 'left_ankle'],
  ['right_hip', 'right_knee'],
  ['right_knee', 'right_ankle'],
] as const

/** A sailor waving from the deck; `withJoints` adds what a pose estimator finds. */
export function sailor(withJoints = false): string {
  const limb = (names: readonly (keyof typeof joints)[], width: number, colour: string) =>
    `<polyline points="${names.map((name) => joints[name].join(',')).join(' ')}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
  const figure = [
    '<rect width="480" height="320" fill="#b9d7e4"/><path d="M0 150H480V320H0Z" fill="#3c7d98"/><path d="M0 292H480V320H0Z" fill="#a77f56"/><path d="M0 292H480M0 306H480" stroke="#7c5b3a" stroke-width="2"/>',
    limb(['left_hip', 'left_knee', 'left_ankle'], 26, '#26405c'),
    limb(['right_hip', 'right_knee', 'right_ankle'], 26, '#26405c'),
    limb(['left_shoulder', 'left_elbow', 'left_wrist'], 19, '#d8b23c'),
    limb(['right_shoulder', 'right_elbow', 'right_wrist'], 19, '#d8b23c'),
    '<path d="M200 112Q240 98 280 112L270 214H210Z" fill="#d8b23c" stroke="#d8b23c" stroke-width="10" stroke-linejoin="round"/>',
    '<circle cx="334" cy="34" r="11" fill="#e3b48d"/><circle cx="199" cy="214" r="11" fill="#e3b48d"/>',
    '<rect x="231" y="88" width="18" height="20" fill="#d7a57c"/><circle cx="240" cy="70" r="27" fill="#e3b48d"/><path d="M212 62Q240 28 268 62L282 66H198Z" fill="#c8412b"/>',
    '<circle cx="231" cy="70" r="2.5" fill="#26303a"/><circle cx="249" cy="70" r="2.5" fill="#26303a"/><path d="M231 82q9 7 18 0" fill="none" stroke="#26303a" stroke-width="2"/>',
  ].join('')
  if (!withJoints) return svg(figure)
  const lines = bones.map(([a, b]) => `<path d="M${joints[a].join(' ')}L${joints[b].join(' ')}"/>`).join('')
  const dots = Object.values(joints)
    .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="5.5"/>`)
    .join('')
  return svg(
    `${figure}<rect width="480" height="320" fill="#0c1b25" fill-opacity=".45"/><g stroke="#7fe3ff" stroke-width="4">${lines}</g><g fill="#ff5f6d" stroke="#fff" stroke-width="2">${dots}</g>`,
  )
}
