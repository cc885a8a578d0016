/** The groups that tasks are shown in. */
export const modalities = {
  multimodal: 'Multimodal',
  nlp: 'Natural Language Processing',
  cv: 'Computer Vision',
  audio: 'Audio',
  tabular: 'Tabular',
  rl: 'Reinforcement Learning',
  other: 'Other',
} as const

export type Modality = keyof typeof modalities
