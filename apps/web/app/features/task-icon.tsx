import type { RepoCardView } from '@portolan/pages'
import clsx from 'clsx'
import { AudioLines, Box, Eye, Layers, type LucideIcon, Table2, Type } from 'lucide-react'

type Modality = NonNullable<RepoCardView['modality']>

const looks: Record<Modality, { icon: LucideIcon; color: string }> = {
  nlp: { icon: Type, color: 'text-text' },
  cv: { icon: Eye, color: 'text-vision' },
  audio: { icon: AudioLines, color: 'text-audio' },
  multimodal: { icon: Layers, color: 'text-multimodal' },
  tabular: { icon: Table2, color: 'text-tabular' },
  rl: { icon: Box, color: 'text-soft' },
  other: { icon: Box, color: 'text-soft' },
}

/** What a task works with, as an icon in its color. Decorative: the task's name is shown next to it. */
export function TaskIcon({ modality, size = 14 }: { modality: Modality | null; size?: number }) {
  const { icon: Icon, color } = looks[modality ?? 'other']
  return <Icon size={size} aria-hidden="true" className={clsx('shrink-0', color)} />
}
